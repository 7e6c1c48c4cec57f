// One touch on a pile is enough for those who turned the confirmation off (cookie confirm=no).
const confirmWanted = () => !document.cookie.split("; ").includes("confirm=no");

document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-move]");
  if (!form) return;
  const button = form.querySelector("[data-confirm]");
  if (!button) return;
  if (confirmWanted()) button.focus({ preventScroll: true });
  else form.requestSubmit(button);
});
