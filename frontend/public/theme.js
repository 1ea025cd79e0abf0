// Runs before the first paint, so that no other theme or language flashes. Must match src/lib/theme.ts and
// src/lib/i18n.ts.
(() => {
  const root = document.documentElement;
  // For the scripts that change the prerendered content.
  window.pageParsed = new Promise((resolve) => {
    const look = () => document.readyState !== 'loading' && resolve();
    look();
    document.addEventListener('readystatechange', look);
  });
  if (!window.PublicKeyCredential) root.dataset.passkeys = 'none';
  try {
    const chosen = localStorage.getItem('theme');
    const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
    const theme = chosen === 'light' || chosen === 'dark' ? chosen : system;
    root.dataset.theme = theme;
    document.querySelector('meta[name="theme-color"]').content = theme === 'light' ? '#f8f1e7' : '#16100c';
    const served = root.lang;
    const known = (code) => ['es', 'en', 'zh'].find((language) => code?.toLowerCase().split('-')[0] === language);
    root.lang = [localStorage.getItem('language'), ...navigator.languages].map(known).find(Boolean) ?? 'es';
    const member = ['token', 'auth_token', 'authToken'].some((key) => localStorage.getItem(key));
    if (member) root.dataset.member = '';
    // The visitors' view is hidden for signed-in people and for another chosen language (src/ui/base.css).
    if (member || root.lang !== served) root.dataset.firstView = 'none';
    if (root.lang !== served) document.title = 'Tribus';
    // Its fonts load after the paint (public/start.js, src/ui/tokens.css).
    if (root.dataset.view !== undefined && root.dataset.firstView !== 'none') root.dataset.fonts = 'later';
  } catch {
    // Storage may be forbidden; the page then stays dark, and as it was served.
  }
})();
