// Steps through a match without reloading the page: arrows, a slider, and playing by itself.
const PLAY_MS = 1400;
let timer = 0;

const root = () => document.getElementById("replay");
const stop = () => {
  window.clearInterval(timer);
  timer = 0;
  root().querySelector("[data-play]")?.setAttribute("aria-pressed", "false");
};

const go = (step) => {
  const { address, vue, steps } = root().dataset;
  const where = Math.max(0, Math.min(Number(steps), step));
  const url = `${address}?coup=${where}&vue=${vue}`;
  history.replaceState(null, "", url);
  return window.htmx.ajax("GET", url, { target: "#replay", swap: "outerHTML" });
};
const now = () => Number(root().dataset.step);

const play = () => {
  if (timer) return stop();
  timer = window.setInterval(() => {
    if (now() >= Number(root().dataset.steps)) stop();
    else go(now() + 1);
  }, PLAY_MS);
  root().querySelector("[data-play]").setAttribute("aria-pressed", "true");
};

const arm = () => {
  const button = root().querySelector("[data-play]");
  if (button) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(Boolean(timer)));
  }
};

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-play]")) play();
  const link = event.target.closest(".replay-steps a");
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  stop();
  go(Number(new URL(link.href).searchParams.get("coup")));
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-slide]")) go(Number(event.target.value));
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea")) return;
  if (event.key === "ArrowRight") go(now() + 1);
  if (event.key === "ArrowLeft") go(now() - 1);
});
document.addEventListener("htmx:afterSettle", arm);
arm();
