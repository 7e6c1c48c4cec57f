// Keeps a table's board fresh: the socket says that something changed, the page fetches its own
// fragment. Without the socket it polls; without script the page has its own reload link.
const board = () => document.getElementById("board");

const POLL_MS = 4000;
const RETRY_MS = [500, 1000, 2000, 4000, 8000];

let socket = null;
let tries = 0;
let wake = 0;
let poll = 0;

const refresh = () => {
  const element = board();
  if (!element || !window.htmx || document.hidden) return;
  if (element.dataset.busy === "yes") return;
  window.htmx.ajax("GET", element.dataset.url + (element.dataset.url.includes("?") ? "&v=" : "?v=") + element.dataset.stamp, {
    target: "#board",
    swap: "outerHTML transition:true",
  });
};

const told = (version) => {
  const element = board();
  if (element && Number(element.dataset.version) < version) refresh();
};

const startPolling = () => {
  if (!poll) poll = window.setInterval(refresh, POLL_MS);
};

const stopPolling = () => {
  window.clearInterval(poll);
  poll = 0;
};

const connect = () => {
  const element = board();
  if (!element) return;
  const scheme = location.protocol === "https:" ? "wss://" : "ws://";
  socket = new WebSocket(scheme + location.host + element.dataset.socket);
  socket.addEventListener("open", () => {
    tries = 0;
    stopPolling();
  });
  socket.addEventListener("message", (event) => told(JSON.parse(event.data).version));
  socket.addEventListener("close", () => {
    startPolling();
    window.setTimeout(connect, RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
    tries += 1;
  });
};

// A board may name the moment at which it changes by itself (the end of a hush, of a showing).
const arm = () => {
  window.clearTimeout(wake);
  const element = board();
  const delay = element ? Number(element.dataset.wake || 0) : 0;
  if (delay > 0) wake = window.setTimeout(refresh, delay + 60);
};

document.addEventListener("DOMContentLoaded", () => {
  startPolling();
  connect();
  arm();
});
document.addEventListener("htmx:afterSettle", arm);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) refresh();
});
