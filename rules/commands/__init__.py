"""The commands of `python -m rules`, each with its arguments and its exit status."""
