// Keeps a table's board fresh: the socket says that something changed, the page fetches its own
// fragment. Without the socket it polls; without script the page has its own reload link.
// A board that comes anew leaves the visitor where they were: focus, choices, opened folds.
const board = () => document.getElementById("board");
const fetcher = () => document.getElementById("board-refresh");
const cookie = (name) => document.cookie.split("; ").find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);

const POLL_MS = 4000;
// With the socket open too: a lost hint is made good, and the table knows who is still there.
const SEEN_MS = 25000;
const RETRY_MS = [500, 1000, 2000, 4000, 8000];

let tries = 0;
let wake = 0;
let poll = 0;
let open = false;
let sending = false;
let newest = 0;

const refresh = () => {
  const element = fetcher();
  if (!element || !window.htmx || document.hidden || sending) return;
  window.htmx.trigger(element, "refresh");
};

const catchUp = () => {
  const element = board();
  if (element && Number(element.dataset.version) < newest) refresh();
};

const told = (version) => {
  newest = Math.max(newest, version);
  catchUp();
};

const startPolling = () => {
  window.clearInterval(poll);
  poll = window.setInterval(refresh, open ? SEEN_MS : POLL_MS);
};

const connect = () => {
  const element = board();
  if (!element) return;
  const scheme = location.protocol === "https:" ? "wss://" : "ws://";
  const socket = new WebSocket(scheme + location.host + element.dataset.socket);
  socket.addEventListener("open", () => {
    tries = 0;
    open = true;
    startPolling();
  });
  socket.addEventListener("message", (event) => told(JSON.parse(event.data).version));
  socket.addEventListener("close", () => {
    open = false;
    startPolling();
    window.setTimeout(connect, RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
    tries += 1;
  });
};

// A board may name the moment at which it changes by itself (the end of a hush, of a showing).
const arm = () => {
  window.clearTimeout(wake);
  const delay = Number(board()?.dataset.wake || 0);
  if (delay > 0) wake = window.setTimeout(refresh, delay + 60);
};

// One request at a time changes the board: what is sent goes before what is only looked up, and a
// second click waits for the first one's answer.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.target?.id !== "board") return;
  const looking = event.detail.elt.id === "board-refresh";
  if (sending) event.preventDefault();
  else if (!looking) {
    sending = true;
    const element = fetcher();
    if (element) window.htmx.trigger(element, "htmx:abort");
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.target?.id !== "board" || event.detail.elt.id === "board-refresh") return;
  sending = false;
});

// A transition that another one cuts short is no error; with reduced motion there is none.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const animate = document.startViewTransition?.bind(document);
if (animate) {
  document.startViewTransition = (update) => {
    if (calm.matches || document.hidden) {
      update();
      return undefined;
    }
    const transition = animate(update);
    for (const moment of [transition.ready, transition.finished]) moment.catch(() => {});
    return transition;
  };
}

const summaries = (root) => [...root.querySelectorAll("details > summary")];
const nameOf = (element) => {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (!element.name) return "";
  const tag = element.tagName.toLowerCase();
  return `${tag}[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
};
const choiceOf = (form) => form.elements.choice?.value;
const forms = (root) => [...root.querySelectorAll("form[data-move]")];

let kept = null;
const keep = (root) => {
  const active = root.contains(document.activeElement) ? document.activeElement : null;
  kept = {
    focused: Boolean(active),
    focus: active ? nameOf(active) : "",
    fold: active?.matches("summary") ? active.textContent : "",
    open: summaries(root).filter((summary) => summary.parentElement.open).map((summary) => summary.textContent),
    chosen: forms(root).map((form) => [
      choiceOf(form),
      [...form.querySelectorAll("input:checked")].map(nameOf).filter(Boolean),
    ]),
    scroll: root.querySelector(".log-lines")?.scrollTop ?? 0,
    news: root.querySelector("#news")?.textContent,
  };
};

const chooseAgain = (root) => {
  forms(root).forEach((form, place) => {
    const [choice, names] = kept.chosen[place] ?? [];
    if (!names || choice !== choiceOf(form)) return;
    for (const name of names) {
      const input = form.querySelector(name);
      if (!input || input.checked || input.matches(":disabled")) continue;
      input.checked = true;
      if (cookie("confirm") !== "no") input.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
};

const focusAgain = (root) => {
  const inside = root.contains(document.activeElement);
  if (!kept.focused) {
    if (inside) document.activeElement.blur(); // a choice made again is no touch
    return;
  }
  const fold = summaries(root).find((summary) => kept.fold && summary.textContent === kept.fold);
  const same = fold ?? (kept.focus ? root.querySelector(kept.focus) : null);
  if (same && !same.matches(":disabled")) same.focus({ preventScroll: true });
  else if (!inside) root.focus({ preventScroll: true });
};

// The voice outside of the board stays in the page, so a screen reader hears what changes in it.
const say = (root) => {
  const news = root.querySelector("#news")?.textContent ?? "";
  if (!news || news === kept.news) return;
  const voice = document.getElementById("voice");
  if (voice) voice.textContent = news;
  if (cookie("sound") === "yes") ring();
};

let audio = null;
const ring = () => {
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.12, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.25);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.25);
};

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.id !== "board") return;
  // Another answer came first and took the place of the board that this one was for.
  if (!event.detail.target.isConnected) event.detail.target = board();
  keep(event.detail.target);
});
document.addEventListener("htmx:afterSwap", () => {
  const root = board();
  if (!root || !kept) return;
  for (const summary of summaries(root)) {
    if (kept.open.includes(summary.textContent)) summary.parentElement.open = true;
  }
  const log = root.querySelector(".log-lines");
  if (log) log.scrollTop = kept.scroll;
  chooseAgain(root);
  focusAgain(root);
  say(root);
  kept = null;
});
document.addEventListener("htmx:afterSettle", () => {
  arm();
  count();
  catchUp();
});

// The clock of a move, counted down in the page; the server's own decides.
let ticking = 0;
const count = () => {
  window.clearInterval(ticking);
  const clock = document.querySelector("[data-clock]");
  if (!clock) return;
  const end = performance.now() + Number(clock.dataset.clock) * 1000;
  const show = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    clock.textContent = left < 3600 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : clock.textContent;
    clock.toggleAttribute("data-short", left <= Number(clock.dataset.warn));
    if (!left) {
      window.clearInterval(ticking);
      window.setTimeout(refresh, 800);
    }
  };
  show();
  ticking = window.setInterval(show, 1000);
};

// A preference holds from the moment it is chosen; without script its button sends it.
document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-settings]");
  if (!form) return;
  const value = event.target.checked ? event.target.dataset.on : event.target.dataset.off;
  document.cookie = `${event.target.name}=${value}; path=/; max-age=31536000; samesite=lax`;
  if (event.target.name === "muted") refresh();
});

const begin = () => {
  startPolling();
  connect();
  arm();
  count();
};
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
else begin();
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) refresh();
});
