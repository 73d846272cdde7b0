// Before anything is drawn: light or dark, as was chosen. Without a choice, as the system says.
try {
  const theme = JSON.parse(localStorage.getItem("pencilmark:theme") || "null");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is remembered.
}
