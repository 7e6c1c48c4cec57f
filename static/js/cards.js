// The catalogue and the page of a card. Everything works without it.
(() => {
  // After a + or a −, what counts copies elsewhere on the page is asked for again, once for a
  // burst of clicks.
  const QUIET = 500;
  let timer;
  const recount = () => {
    for (const id of ["catalogue-facets", "card-copies"]) {
      const place = document.getElementById(id);
      if (place) htmx.trigger(place, "counts-changed", {}, false);
    }
  };
  document.addEventListener("htmx:afterRequest", (event) => {
    const changes = event.target.closest?.(".stepper, .wish");
    if (!changes || !event.detail.successful) return;
    clearTimeout(timer);
    timer = setTimeout(recount, QUIET);
  });

  // On a wide screen the filters lie open beside the cards, where the style sheet can't do it.
  const wide = matchMedia("(min-width: 60rem)");
  const drawer = document.getElementById("catalogue-drawer");
  if (drawer && wide.matches && !CSS.supports("selector(::details-content)")) drawer.open = true;

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
