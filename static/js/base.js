// What every page shares: the theme switch, menus that close, toasts that leave.
// The page works without any of it.
(() => {
  const root = document.documentElement;
  root.classList.add("js");

  const YEAR = 60 * 60 * 24 * 365;
  const remember = (name, value) => {
    const age = value ? YEAR : 0;
    document.cookie = `${name}=${value}; path=/; max-age=${age}; samesite=lax`;
  };

  const themes = document.querySelector("[data-themes]");
  const showTheme = () => {
    const chosen = root.dataset.theme ?? "auto";
    for (const button of themes.querySelectorAll("[data-theme-choice]")) {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === chosen));
    }
  };
  const chooseTheme = (choice) => {
    if (choice === "auto") {
      delete root.dataset.theme;
      remember("theme", "");
    } else {
      root.dataset.theme = choice;
      remember("theme", choice);
    }
    showTheme();
  };
  if (themes) {
    themes.hidden = false;
    showTheme();
  }

  const TOAST_SECONDS = 8;
  const leaveLater = (toast) => {
    if (toast.matches(".toast-error")) return;
    let timer;
    const start = () => (timer = setTimeout(() => toast.remove(), TOAST_SECONDS * 1000));
    const stop = () => clearTimeout(timer);
    for (const event of ["pointerenter", "focusin"]) toast.addEventListener(event, stop);
    for (const event of ["pointerleave", "focusout"]) toast.addEventListener(event, start);
    start();
  };
  const toasts = document.getElementById("messages");
  if (toasts) {
    const settle = () => {
      for (const toast of toasts.querySelectorAll("[data-toast]:not([data-seen])")) {
        toast.dataset.seen = "";
        leaveLater(toast);
      }
    };
    new MutationObserver(settle).observe(toasts, { childList: true, subtree: true });
    settle();
  }

  // One toast while requests fail, gone as soon as one succeeds.
  const sayFailure = () => {
    if (!toasts || toasts.querySelector("[data-failure]")) return;
    const toast = document.createElement("div");
    toast.className = "toast toast-error";
    toast.dataset.toast = toast.dataset.failure = "";
    const words = document.createElement("span");
    words.textContent = toasts.dataset.failed;
    const close = document.createElement("button");
    close.type = "button";
    close.dataset.close = "";
    close.textContent = toasts.dataset.closeLabel;
    toast.append(words, close);
    toasts.append(toast);
  };
  document.addEventListener("htmx:sendError", sayFailure);
  document.addEventListener("htmx:responseError", sayFailure);
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) toasts?.querySelector("[data-failure]")?.remove();
  });

  // A part of the page that asks for itself again waits while something in it is being sent: what
  // is swapped away under a request loses its answer.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const part = event.detail.target;
    if (event.detail.requestConfig.elt !== part || !part.querySelector(".htmx-request")) return;
    event.detail.shouldSwap = false;
    setTimeout(() => htmx.trigger(part, "stale"), 150);
  });

  // A card on a stage leans towards the finger, and its foil follows.
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  document.addEventListener("pointermove", (event) => {
    const stage = event.target.closest?.(".card-stage");
    if (!stage || calm.matches) return;
    const box = stage.getBoundingClientRect();
    stage.style.setProperty("--lean-x", ((event.clientX - box.left) / box.width - 0.5).toFixed(3));
    stage.style.setProperty("--lean-y", ((event.clientY - box.top) / box.height - 0.5).toFixed(3));
  });
  document.addEventListener("pointerout", (event) => {
    const stage = event.target.closest?.(".card-stage");
    if (!stage || stage.contains(event.relatedTarget)) return;
    stage.style.removeProperty("--lean-x");
    stage.style.removeProperty("--lean-y");
  });

  const closeMenus = (except) => {
    for (const menu of document.querySelectorAll("details[data-menu][open]")) {
      if (menu !== except) menu.open = false;
    }
  };

  document.addEventListener("click", (event) => {
    const choice = event.target.closest("[data-theme-choice]");
    if (choice) chooseTheme(choice.dataset.themeChoice);
    event.target.closest("[data-close]")?.closest("[data-toast]")?.remove();
    closeMenus(event.target.closest("details[data-menu]"));
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = document.querySelector("details[data-menu][open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
})();
