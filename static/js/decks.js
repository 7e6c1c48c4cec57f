// The builder of a deck. Everything works without it; with it nothing is reloaded, quick taps wait
// for each other instead of getting lost, and the finger and the keyboard keep their place.
(() => {
  const byId = (id) => document.getElementById(id);

  // Acts go out one after the other, each with the version that the one before it left behind.
  let queue = Promise.resolve();
  let tapped = "";
  const version = () => document.querySelector("#deck_builder [name=version]").value;
  const act = (path, values) => {
    values.version = version();
    tapped = values.card ?? "";
    // Where the tapped card shows among those to choose, it alone comes back, not all of them.
    if (values.card) values.tile = byId(`pool-${values.card}`) ? "1" : "0";
    return htmx.ajax("POST", path, { source: "#deck_said", target: "#deck_builder", swap: "outerHTML", values });
  };
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-act]");
    if (!form) return;
    event.preventDefault();
    const { submitter } = event;
    const values = Object.fromEntries(new FormData(form));
    if (submitter?.name) values[submitter.name] = submitter.value;
    const path = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
    submitter?.classList.add("is-sent");
    queue = queue
      .then(() => act(path, values))
      .catch(() => {}) // base.js has said it
      .finally(() => submitter?.classList.remove("is-sent"));
  });
  document.addEventListener("change", (event) => {
    event.target.closest?.("form[data-act-on-change]")?.requestSubmit();
  });

  // A card tapped twice in a row is meant once.
  const once = "#deck_pool_form button, #deck_slots button, .deck-mending button";
  document.addEventListener(
    "click",
    (event) => {
      if (event.detail < 2 || !event.target.closest?.(once)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );

  // What was open, where the focus was, how far the strip was pushed: kept over a swap.
  let kept = null;
  const cardsOf = (form) => [...(byId(form)?.querySelectorAll("button[name=card]") ?? [])];
  const placeOf = (element) => {
    const form = element?.matches?.("button[name=card]") && element.closest("form");
    return form ? { form: form.id, value: element.value, at: cardsOf(form.id).indexOf(element) } : null;
  };
  const focusAgain = ({ form, value, at }) => {
    const cards = cardsOf(form);
    const next = cards.find((card) => card.value === value) ?? cards[Math.min(at, cards.length - 1)];
    (next ?? byId("pool-search"))?.focus({ preventScroll: true });
  };
  const bringIntoView = (card) => {
    const slots = document.querySelector(".deck-slots");
    const slot = card.closest("li");
    slots.scrollLeft = slot.offsetLeft - (slots.clientWidth - slot.clientWidth) / 2;
    card.classList.add("is-new");
  };
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!["deck_builder", "deck_pool"].includes(event.detail.target.id)) return;
    kept = {
      open: [...document.querySelectorAll("#deck_builder details[open]")].map((part) => part.id),
      focus: placeOf(document.activeElement),
      pushed: document.querySelector(".deck-slots").scrollLeft,
      filled: cardsOf("deck_slots").length,
    };
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (!kept) return;
    for (const id of kept.open) byId(id)?.setAttribute("open", "");
    document.querySelector(".deck-slots").scrollLeft = kept.pushed;
    const cards = cardsOf("deck_slots");
    const added = cards.length > kept.filled && cards.find((card) => card.value === tapped);
    if (added) bringIntoView(added);
    if (kept.focus && document.activeElement === document.body) focusAgain(kept.focus);
    kept = null;
  });

  // Where the style sheet cannot hold the rules open on a wide screen.
  const wide = matchMedia("(min-width: 60rem)");
  const rules = byId("deck_case");
  if (rules && wide.matches && !CSS.supports("selector(::details-content)")) rules.open = true;

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
    const search = byId("pool-search");
    const typing = event.target.closest?.("input, select, textarea, [contenteditable]");
    if (event.key !== "/" || !search || typing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    search.focus();
    search.select();
  });
})();
