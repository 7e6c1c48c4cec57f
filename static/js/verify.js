// Computes the shuffle's seed again in this browser, from the numbers on the page, and compares
// them with what this browser kept when the table was made.
const list = document.getElementById("verify");
const verdict = document.getElementById("verdict");
const { code, commit, serverSeed, seed, bytes, seat } = list.dataset;

const unhex = (text) => new Uint8Array((text.match(/../g) || []).map((pair) => parseInt(pair, 16)));
const hex = (buffer) =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = async (data) => hex(await crypto.subtle.digest("SHA-256", data));

const mark = (name, fits) => {
  const line = list.querySelector(`[data-check="${name}"]`);
  line.dataset.state = fits === null ? "open" : fits ? "ok" : "wrong";
  line.querySelector(".vh").textContent = fits === null ? "–" : fits ? "✓" : "✗";
  return fits;
};

const run = async () => {
  const sent = bytes.split(",");
  const together = unhex(serverSeed + sent.join(""));
  const kept = JSON.parse(localStorage.getItem(`pioche:shuffle:${code}`) || "null");
  const results = [
    mark("commit", (await sha256(unhex(serverSeed))) === commit),
    mark("seed", (await sha256(together)) === seed),
    mark("shown", kept ? kept.commit === commit : null),
    mark("mine", kept && seat !== "" ? sent[Number(seat)] === kept.bytes : null),
  ];
  const said = results.includes(false) ? "wrong" : results.includes(null) ? "partly" : "verified";
  verdict.textContent = verdict.dataset[said];
  verdict.classList.add(said === "verified" ? "notice-good" : said === "wrong" ? "notice-bad" : "notice-warn");
};

run();
