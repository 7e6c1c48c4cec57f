// The collection: on a wide screen the filters lie open beside the cards.
(() => {
  const drawer = document.getElementById("holdings-drawer");
  const wide = matchMedia("(min-width: 60rem)");
  const unfold = () => {
    drawer.open = wide.matches;
  };
  if (!drawer) return;
  wide.addEventListener("change", unfold);
  unfold();
})();

// The pile: lines are sent one after the other, so that whoever types fast loses none.
// Everything works without it; here are the queue, the suggestions, the keys and the voice.
(() => {
  const form = document.getElementById("pile-form");
  if (!form) return;
  const input = document.getElementById("pile-text");
  const suggestions = document.getElementById("pile_suggestions");
  const asked = document.getElementById("pile_asked");

  const newToken = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  let last = Promise.resolve();
  const post = (address, values) => {
    const next = () => htmx.ajax("POST", address, { values, target: "#pile_session", swap: "outerHTML" });
    last = last.then(next, next);
  };
  const send = (values) => post(form.action, { ...values, jeton: newToken() });

  // What is typed is shown as cards, a moment after the last key.
  let typing;
  const suggest = () => {
    const text = input.value.trim();
    suggestions.replaceChildren();
    if (text.length < 2) return;
    const query = new URLSearchParams({ saisie: text });
    fetch(`${form.dataset.choices}?${query}`, { headers: { "HX-Request": "true" } })
      .then((answer) => (answer.ok ? answer.text() : ""))
      .then((html) => {
        if (input.value.trim() === text) suggestions.innerHTML = html;
      })
      .catch(() => {});
  };
  input.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(suggest, 150);
  });

  const clear = () => {
    clearTimeout(typing);
    input.value = "";
    suggestions.replaceChildren();
  };
  const enter = (text) => {
    if (text.trim()) send({ saisie: text });
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    enter(input.value);
    clear();
    input.focus();
  });

  // Choosing: a click, a digit, the arrows.
  const buttonsOf = (list) => [...list.querySelectorAll("button[name=choix]")];
  const choose = (button) => {
    send({ choix: button.value });
    const list = button.closest("[data-choices-list]");
    if (suggestions.contains(list)) clear();
    else list.remove();
    input.focus();
  };
  const dismiss = (list) => {
    list.remove();
    input.focus();
  };
  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!event.target.matches("[data-choices-list]") || !button) return;
    event.preventDefault();
    choose(button);
  });
  // Taking a line back waits for its turn too; htmx must not see it first.
  document.addEventListener(
    "submit",
    (event) => {
      const button = event.submitter;
      if (!button?.matches("#pile_session [data-undo]")) return;
      event.preventDefault();
      event.stopPropagation();
      post(event.target.action, { jeton: button.value });
    },
    true,
  );
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-dismiss]");
    if (button) dismiss(button.closest("[data-choices-list]"));
  });

  const firstList = () => document.querySelector("#pile_asked [data-choices-list], #pile_suggestions [data-choices-list]");
  const inList = (event, list) => {
    const buttons = buttonsOf(list);
    const here = buttons.indexOf(document.activeElement);
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) {
      event.preventDefault();
      const next = here + steps[event.key];
      if (next < 0) input.focus();
      else buttons[Math.min(next, buttons.length - 1)].focus();
    } else if (/^[1-9]$/.test(event.key) && buttons[event.key - 1]) {
      event.preventDefault();
      choose(buttons[event.key - 1]);
    } else if (event.key === "Escape") {
      dismiss(list);
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== " ") {
      input.focus();
    }
  };
  const inInput = (event) => {
    if (event.key === "ArrowDown" && firstList()) {
      event.preventDefault();
      buttonsOf(firstList())[0]?.focus();
    } else if (event.key === "Escape") {
      clear();
    } else if (event.key === "z" && (event.ctrlKey || event.metaKey) && !input.value) {
      event.preventDefault();
      last.then(() => document.querySelector("#pile_session [data-undo]")?.click());
    }
  };
  document.addEventListener("keydown", (event) => {
    const list = event.target.closest?.("[data-choices-list]");
    if (list) inList(event, list);
    else if (event.target === input) inInput(event);
  });

  // A question that arrives while nothing else is being typed takes the focus.
  const ready = () => {
    for (const button of document.querySelectorAll("[data-dismiss]")) button.hidden = false;
    const waiting = !input.value && (document.activeElement === input || document.activeElement === document.body);
    const list = asked.querySelector("[data-choices-list]");
    if (waiting && list) buttonsOf(list)[0]?.focus();
  };
  new MutationObserver(ready).observe(asked, { childList: true });
  ready();

  // The voice, where the browser understands it.
  const Recognition = window.SpeechRecognition ?? window.webkitSpeechRecognition;
  const speak = document.getElementById("pile-speak");
  const heard = document.getElementById("pile-heard");
  if (!Recognition || !speak) return;
  let listening = null;
  const show = (on) => {
    speak.setAttribute("aria-pressed", String(on));
    heard.hidden = !on;
    if (on) heard.textContent = heard.dataset.listening;
  };
  const stop = () => {
    const voice = listening;
    listening = null;
    voice?.stop();
    show(false);
  };
  const listen = () => {
    listening = new Recognition();
    listening.lang = document.documentElement.lang === "en" ? "en-GB" : "fr-FR";
    listening.continuous = true;
    listening.onresult = (event) => {
      for (const result of [...event.results].slice(event.resultIndex)) {
        if (!result.isFinal) continue;
        heard.textContent = result[0].transcript;
        enter(result[0].transcript);
      }
    };
    listening.onend = stop;
    listening.onerror = stop;
    listening.start();
    show(true);
  };
  speak.hidden = false;
  speak.addEventListener("click", () => (listening ? stop() : listen()));
})();
