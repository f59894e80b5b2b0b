// Runs before the first paint: the theme and the mode of the page, so that nothing flashes in the wrong colours. The page
// keeps both up to date later (web/src/app/document.rs).
(() => {
  "use strict";
  const root = document.documentElement;
  const asked = new URLSearchParams(location.search).get("theme") ?? new URLSearchParams(location.hash.slice(1)).get("theme");
  let kept = null;
  try {
    kept = localStorage.getItem("shardscope.theme");
  } catch {
    // Storage is refused in sandboxed frames.
  }
  const theme = [asked, kept].find((name) => name === "light" || name === "dark" || name === "auto") ?? "auto";
  const isDark = theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  root.dataset.theme = isDark ? "dark" : "light";
  if (/[?#&]embed=(?!0)/.test(location.search + location.hash)) root.dataset.mode = "embed";
})();
