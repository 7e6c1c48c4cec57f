// How many tables await me, kept right on every page: a socket says that something changed at one
// of mine, and the page asks for the number. Without the socket it asks now and then.
(() => {
  const RETRY_MS = [1000, 4000, 15000, 60000];
  const ASK_MS = 45000;
  let tries = 0;
  let soon = 0;
  let poll = 0;

  const ask = () => {
    const number = document.getElementById("awaiting");
    if (number && window.htmx && !document.hidden) window.htmx.trigger(number, "refresh");
  };
  // Several tables may change at once: asked once for all of them.
  const askSoon = () => {
    window.clearTimeout(soon);
    soon = window.setTimeout(ask, 400);
  };

  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss://" : "ws://";
    const socket = new WebSocket(`${scheme}${location.host}/ws/moi/`);
    socket.addEventListener("open", () => {
      if (tries) askSoon();
      tries = 0;
      window.clearInterval(poll);
      poll = 0;
    });
    socket.addEventListener("message", (event) => {
      if (JSON.parse(event.data).table) askSoon();
    });
    socket.addEventListener("close", () => {
      if (!poll) poll = window.setInterval(ask, ASK_MS);
      window.setTimeout(connect, RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
      tries += 1;
    });
  };

  if (document.getElementById("awaiting")) connect();
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) askSoon();
  });
})();
