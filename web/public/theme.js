// Before anything is drawn, so that no other theme is seen first. A file of its own: the page's policy lets no inline script through.
try {
  const theme = localStorage.getItem("bridle-theme");
  if (theme === "light" || theme === "dark" || theme === "contrast") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that stores nothing has the theme of the system.
}
