from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from collection.models import Copy
from collection.selectors.audit import ledger_disagreements

NAMED_AT_MOST = 20
_SAID = {
    "owner": "le registre le donne à quelqu'un d'autre",
    "unopened": "le registre ne le connaît pas",
    "chain": "ses écritures ne se suivent pas",
}


class Command(BaseCommand):
    help = "Vérifie que chaque exemplaire est à qui le registre le donne ; ne change rien."

    @transaction.atomic
    def handle(self, *_args: Any, **_options: Any) -> None:
        wrong = list(ledger_disagreements())
        for found in wrong[:NAMED_AT_MOST]:
            self.stderr.write(f"Exemplaire {found.copy_id} : {_SAID[found.code]}.")
        if wrong:
            raise CommandError(f"{len(wrong)} désaccords entre les exemplaires et le registre.")
        self.stdout.write(f"Registre : {Copy.objects.count()} exemplaires, aucun désaccord.")
