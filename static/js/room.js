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

if ("seated" in room.dataset) {
  const start = document.getElementById("start");
  if (start) start.elements.bytes.value = kept().bytes;
  if ("start" in room.dataset) start.requestSubmit();
  else send();
}

const share = document.querySelector("[data-share]");
if (share && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () => navigator.share({ url: share.dataset.share }));
}

let tries = 0;
const listen = () => {
  const scheme = location.protocol === "https:" ? "wss://" : "ws://";
  const ws = new WebSocket(scheme + location.host + socket);
  ws.addEventListener("message", (event) => {
    tries = 0;
    if (JSON.parse(event.data).version > Number(room.dataset.version)) location.reload();
  });
  ws.addEventListener("close", () => {
    tries += 1;
    window.setTimeout(tries > 3 ? () => location.reload() : listen, 1000 * Math.min(tries, 8));
  });
};
if (!("start" in room.dataset)) listen();
