// Choosing cards in order, or setting them against the attack, by touch or by keyboard. What a
// move would do is told by the server (`arena:chosen` asks it); the numbers and lists that stand
// beside the cards are the form itself, so that it works without any of this.
const form = () => document.getElementById("are-form");
const helds = () => [...document.querySelectorAll(".are-held")];
const parts = (held) => ({
  pick: held.querySelector(".card-pick"),
  code: held.querySelector("[name=held]")?.value,
  family: held.querySelector("[name=held]")?.dataset.family,
  order: held.querySelector(".are-order"),
  against: held.querySelector(".are-against"),
});
const confirmWanted = () => !document.cookie.split("; ").includes("confirm=no");

const asked = () => form()?.dispatchEvent(new CustomEvent("arena:chosen"));

const showChosen = (held) => {
  const { pick, order, against } = parts(held);
  held.toggleAttribute("data-chosen", Boolean((order ?? against)?.value));
  if (pick) pick.checked = held.hasAttribute("data-chosen");
};

// In order: the number of a card is its place among those touched.
const renumber = (held) => {
  const { pick, order } = parts(held);
  order.value = pick.checked ? "999" : "";
  const chosen = helds().filter((other) => parts(other).order.value);
  chosen.sort((a, b) => parts(a).order.value - parts(b).order.value);
  chosen.forEach((other, place) => (parts(other).order.value = place + 1));
  helds().forEach(showChosen);
};

// Against: a card goes to the strongest attack card of its family that nothing meets yet.
const lanes = () => [...document.querySelectorAll("#are-chosen .are-put")];
const setAgainst = (held, value) => {
  parts(held).against.value = value;
  helds().forEach((other) => other.removeAttribute("data-active"));
  held.toggleAttribute("data-active", Boolean(value));
  showChosen(held);
};
const freeLane = (held) => {
  const offered = [...parts(held).against.options].map((option) => option.value);
  const free = lanes().filter((lane) => !lane.hasAttribute("data-taken") && offered.includes(lane.dataset.lane));
  const worth = (lane) => Number(lane.parentElement.querySelector("[data-value]").dataset.value);
  free.sort((a, b) => worth(b) - worth(a));
  return free[0]?.dataset.lane ?? "-";
};

document.addEventListener("change", (event) => {
  if (!form()?.contains(event.target)) return;
  const held = event.target.closest(".are-held");
  if (held && event.target.matches(".card-pick")) {
    if (parts(held).order) renumber(held);
    else setAgainst(held, event.target.checked ? freeLane(held) : "");
  } else if (held) {
    showChosen(held);
  }
  asked();
});

// A touch on an attack card sets the card touched last against it.
const put = (lane) => {
  const held = document.querySelector(".are-held[data-active]");
  if (!held) return;
  const offered = [...parts(held).against.options].some((option) => option.value === lane.dataset.lane);
  if (!offered) return;
  setAgainst(held, lane.dataset.lane);
  asked();
};

document.addEventListener("click", (event) => {
  const lane = event.target.closest(".are-put");
  if (lane) put(lane);
  const button = event.target.closest("#are-actions [aria-disabled=true]");
  if (button) event.preventDefault();
  const sure = event.target.closest(".are-sure > summary");
  if (sure && !confirmWanted()) {
    event.preventDefault();
    form().requestSubmit(sure.parentElement.querySelector("button"));
  }
  const again = event.target.closest("[data-again]");
  if (again) replay(again.closest("[data-replay]"));
});

// The last turn once more: its lines one by one, its cards with them.
const BEAT_MS = 700;
const replay = (box) => {
  const beats = [...box.querySelectorAll(".are-lane, .are-mark, .are-defence, .are-story > li")];
  const order = (beat) => (beat.matches(".are-lane") ? 0 : beat.matches(".are-defence") ? 1 : beat.matches(".are-mark") ? 2 : 3);
  beats.sort((a, b) => order(a) - order(b));
  window.clearInterval(Number(box.dataset.timer));
  beats.forEach((beat) => beat.setAttribute("data-later", ""));
  const step = Math.max(120, Math.min(BEAT_MS, 5000 / beats.length));
  box.dataset.timer = window.setInterval(() => {
    const next = beats.shift();
    if (next) next.removeAttribute("data-later");
    else window.clearInterval(Number(box.dataset.timer));
  }, step);
};

// A board that comes anew keeps what was chosen, as long as the same move is still awaited.
let kept = null;
const keep = () => {
  if (!form()) return;
  kept = {
    moment: form().dataset.moment,
    choice: form().elements.choice?.value,
    target: form().elements.target?.value,
    cards: helds().map(parts).map(({ code, order, against }) => [code, (order ?? against)?.value ?? ""]),
  };
};
const restore = () => {
  const fresh = form();
  if (!fresh || !kept || fresh.dataset.moment !== kept.moment || fresh.elements.choice?.value !== kept.choice) return;
  const left = kept.cards.filter(([, value]) => value);
  for (const held of helds()) {
    const { code, order, against } = parts(held);
    const at = left.findIndex(([other]) => other === code);
    if (at < 0 || !(order ?? against)) continue;
    (order ?? against).value = left.splice(at, 1)[0][1];
    showChosen(held);
  }
  const aim = fresh.querySelector(`.are-aim[value="${kept.target}"]`);
  if (aim) aim.checked = true;
};

// Cards keep a name while the board changes, so that they are seen to move.
const name = () => {
  const seen = new Map();
  for (const card of document.querySelectorAll(".are .playing")) {
    if (card.closest("details:not([open])")) continue;
    const code = card.dataset.rank + card.dataset.suit;
    const count = seen.get(code) ?? 0;
    seen.set(code, count + 1);
    card.style.viewTransitionName = `card-${code}-${count}`;
  }
};

const ready = () => {
  for (const order of document.querySelectorAll(".are-order")) {
    order.tabIndex = -1;
    order.readOnly = true;
    order.setAttribute("aria-hidden", "true");
  }
  for (const against of document.querySelectorAll(".are-against")) against.tabIndex = -1;
  for (const again of document.querySelectorAll("[data-again]")) again.hidden = false;
  name();
};

const isBoard = (event) => event.detail.target?.id === "board";
document.addEventListener("htmx:beforeSwap", (event) => {
  if (isBoard(event)) keep();
  // What a move would have done on a board that is gone says nothing of this one.
  else if (!event.detail.target.isConnected) event.detail.shouldSwap = false;
});
document.addEventListener("htmx:afterSwap", (event) => {
  ready();
  if (isBoard(event)) restore();
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (isBoard(event) && document.querySelector(".are-held[data-chosen], .are-aim:checked")) asked();
});
ready();
