// Runs before the first paint, so that nobody sees the other theme flash by. Kept in step with src/lib/theme.ts.
(() => {
  const root = document.documentElement;
  try {
    const chosen = localStorage.getItem('theme');
    const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
    const theme = chosen === 'light' || chosen === 'dark' ? chosen : system;
    root.dataset.theme = theme;
    document.querySelector('meta[name="theme-color"]').content = theme === 'light' ? '#f8f1e7' : '#16100c';
    const language = localStorage.getItem('language') || navigator.language;
    const known = ['es', 'en', 'zh'].find((code) => language.toLowerCase().startsWith(code));
    if (known) root.lang = known;
    // Who is signed in, or reads another language, does not see the visitors' page first (src/ui/base.css).
    const member = ['token', 'auth_token', 'authToken'].some((key) => localStorage.getItem(key));
    if (member || root.lang !== 'es') root.dataset.firstView = 'none';
  } catch {
    // Storage may be forbidden; the page then keeps its dark Spanish default.
  }
})();
