// The catalogue and the page of a card. Everything works without it.
(() => {
  // After a +, a − or a heart, what counts copies elsewhere on the page is asked for again, once for a
  // burst of clicks.
  const QUIET = 500;
  let timer;
  const recount = () => {
    for (const id of ["catalogue-facets", "card-copies"]) {
      const place = document.getElementById(id);
      if (place) htmx.trigger(place, "counts-changed", {}, false);
    }
  };
  const recountSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(recount, QUIET);
  };
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && event.target.closest?.(".stepper")) recountSoon();
  });
  document.addEventListener("wishes-changed", recountSoon);

  // On a wide screen the filters lie open beside the cards, on a phone they are folded away.
  const wide = matchMedia("(min-width: 60rem)");
  const unfold = () => {
    const drawer = document.getElementById("catalogue-drawer");
    if (drawer) drawer.open = wide.matches;
  };
  wide.addEventListener("change", unfold);
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "catalogue") unfold();
  });
  unfold();

  // « / » goes to the search, as everywhere.
  document.addEventListener("keydown", (event) => {
    const search = document.getElementById("catalogue-search");
    const typing = event.target.closest?.("input, select, textarea, [contenteditable]");
    if (event.key !== "/" || !search || typing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    search.focus();
    search.select();
  });
})();
