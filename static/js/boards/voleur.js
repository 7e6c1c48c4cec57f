// Shows what the chosen card is worth with the chosen Gadget; the numbers come with the page.
const confirmWanted = () => !document.cookie.split("; ").includes("confirm=no");

document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-move]");
  if (!form) return;
  const card = form.querySelector("input[name=card]:checked");
  const gadget = form.querySelector("input[name=gadget]:checked");
  const preview = document.getElementById("vol-preview");
  const button = form.querySelector("[data-confirm]");
  if (!card || !button) return;
  const key = gadget && gadget.value ? `${card.value}+${gadget.value}` : card.value;
  const points = JSON.parse(form.dataset.previews)[key];
  if (preview && points !== undefined) preview.value = `${points} pts`;
  if (!confirmWanted() && event.target.name === "card") form.requestSubmit(button);
});
