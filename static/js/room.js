// Before the start: this browser adds its bytes to the shuffle and keeps what it was shown, so
// that it can check both after the match; the page is fetched again when somebody sits down.
const room = document.getElementById("room");
const { code, commit, socket, bytes: bytesUrl } = room.dataset;
const key = `pioche:shuffle:${code}`;

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const kept = () => {
  const found = JSON.parse(localStorage.getItem(key) || "null");
  if (found && found.commit === commit) return found;
  const fresh = { commit, bytes: hex(crypto.getRandomValues(new Uint8Array(32))) };
  localStorage.setItem(key, JSON.stringify(fresh));
  return fresh;
};

const send = async () => {
  const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  await fetch(bytesUrl, {
    method: "POST",
    headers: { "X-CSRFToken": token, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ bytes: kept().bytes }),
  });
};

const ready = () => {
  const start = document.getElementById("start");
  if (start) start.elements.bytes.value = kept().bytes;
};

if ("seated" in room.dataset) {
  ready();
  if ("start" in room.dataset) document.getElementById("start").requestSubmit();
  else send();
}

const share = document.querySelector("[data-share]");
if (share && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () => navigator.share({ url: share.dataset.share }));
}

// Somebody sat down or left: only the seats and what can be done change, never a deck that is being
// chosen. Once the cards are dealt, or the table is closed, the page is another one.
const CHANGING = ["room-seats", "room-doings"];
const POLL_MS = 5000;

let looking = false;
const look = async () => {
  if (looking) return;
  looking = true;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("room");
    if (!fresh) {
      location.reload();
      return;
    }
    if (fresh.dataset.version !== room.dataset.version) change(page, fresh);
  } finally {
    looking = false;
  }
};

const change = (page, fresh) => {
  room.dataset.version = fresh.dataset.version;
  for (const id of CHANGING) {
    const [here, there] = [document.getElementById(id), page.getElementById(id)];
    if (!here || !there) continue;
    const focused = here.contains(document.activeElement) ? document.activeElement : null;
    const { name, value } = focused ?? {};
    here.replaceWith(there);
    if (focused) [...there.querySelectorAll("button")].find((b) => b.name === name && b.value === value)?.focus();
  }
  if ("seated" in room.dataset) ready();
};

let tries = 0;
let poll = 0;
const again = () => look().catch(() => {});
const listen = () => {
  const scheme = location.protocol === "https:" ? "wss://" : "ws://";
  const ws = new WebSocket(scheme + location.host + socket);
  ws.addEventListener("open", () => {
    tries = 0;
    window.clearInterval(poll);
    poll = 0;
  });
  ws.addEventListener("message", (event) => {
    if (JSON.parse(event.data).version > Number(room.dataset.version)) again();
  });
  ws.addEventListener("close", () => {
    tries += 1;
    if (!poll) poll = window.setInterval(again, POLL_MS);
    window.setTimeout(listen, 1000 * Math.min(tries, 8));
  });
};
if (!("start" in room.dataset)) listen();
