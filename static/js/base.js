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
