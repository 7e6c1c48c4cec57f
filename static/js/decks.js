// The builder of a deck: what is open stays open, the finger and the keyboard keep their place.
// Everything works without it.
(() => {
  // A card tapped twice in a row is meant once.
  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest?.("#deck_pool_form button, #deck_slots button, .deck-mending button");
      if (button && event.detail > 1) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    true,
  );

  // Tell the server whether the card that is tapped shows among the cards to choose, so that it
  // sends this one back and not all of them.
  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, parameters } = event.detail;
    if (!elt.matches("#deck_pool_form, #deck_slots") || !parameters.card) return;
    parameters.tile = document.getElementById(`pool-${parameters.card}`) ? "1" : "0";
  });

  // What was open, where the focus was, how far the strip was pushed: kept over a swap.
  let kept = null;
  const placeOf = (element) => {
    const form = element?.closest?.("form[id]");
    if (!form || !element.matches("button[name=card]")) return null;
    const buttons = [...form.querySelectorAll("button[name=card]")];
    return { form: form.id, value: element.value, at: buttons.indexOf(element) };
  };
  const focusAgain = ({ form, value, at }) => {
    const buttons = [...(document.getElementById(form)?.querySelectorAll("button[name=card]") ?? [])];
    const same = buttons.find((button) => button.value === value);
    (same ?? buttons[Math.min(at, buttons.length - 1)] ?? document.getElementById("pool-search"))?.focus({
      preventScroll: true,
    });
  };
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "deck_builder") return;
    kept = {
      open: [...document.querySelectorAll("#deck_builder details[open]")].map((details) => details.id),
      focus: placeOf(document.activeElement),
      scroll: document.querySelector(".deck-slots")?.scrollLeft ?? 0,
      size: document.querySelectorAll(".deck-slot button").length,
    };
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "deck_builder" || !kept) return;
    for (const id of kept.open) document.getElementById(id)?.setAttribute("open", "");
    const slots = document.querySelector(".deck-slots");
    if (slots) slots.scrollLeft = kept.scroll;
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (kept?.focus && !document.activeElement?.matches("button, input, select, textarea, a")) {
      focusAgain(kept.focus);
    }
    kept = null;
  });

  // Where the style sheet cannot hold the rules open on a wide screen.
  const wide = matchMedia("(min-width: 60rem)");
  if (wide.matches && !CSS.supports("selector(::details-content)")) {
    for (const part of document.querySelectorAll("#deck_builder > details")) part.open = true;
  }

  // One press takes a deck's text along.
  for (const button of document.querySelectorAll("[data-copy]")) {
    if (!navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const field = document.querySelector(button.dataset.copy);
      field.select();
      await navigator.clipboard.writeText(field.value);
      button.textContent = button.dataset.copied;
    });
  }

  // « / » goes to the search, as everywhere.
  document.addEventListener("keydown", (event) => {
    const search = document.getElementById("pool-search");
    const typing = event.target.closest?.("input, select, textarea, [contenteditable]");
    if (event.key !== "/" || !search || typing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    search.focus();
    search.select();
  });
})();
