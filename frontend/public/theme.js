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
    // The visitors' view is hidden for signed-in people and for another chosen language (src/ui/first-view.css).
    if (member || root.lang !== served) root.dataset.firstView = 'none';
    if (root.lang !== served) document.title = 'Tribus';
    // Its fonts load after the paint (public/start.js, src/ui/tokens.css).
    if (root.dataset.view !== undefined && root.dataset.firstView !== 'none') root.dataset.fonts = 'later';
  } catch {
    // Storage may be forbidden; the page then stays dark, and as it was served.
  }
})();

// Until the app replaces the first view, choices of language and theme are stored; the focus and presses
// on other buttons and checkboxes are handed on.
{
  const root = document.documentElement;

  // The keys and values of src/lib/i18n.ts, src/lib/account-language.ts and src/lib/theme.ts.
  const store = (key, value) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Storage may be forbidden: the app then starts without the choice.
    }
  };

  document.addEventListener('change', ({ target }) => {
    if (!target.matches('#first-view header select')) return;
    store('language', target.value);
    store('unsentLanguage', 'visitor');
    target.parentElement.querySelector('span[aria-hidden]').textContent = target.selectedOptions[0].text;
  });

  document.addEventListener('click', ({ target }) => {
    if (!target.closest('#first-view header button')) return;
    root.dataset.theme = root.dataset.theme === 'light' ? 'dark' : 'light';
    store('theme', root.dataset.theme);
  });

  // As src/lib/sign-up.ts: the app continues with these settings.
  const offerOnlySignIn = () => {
    for (const link of document.querySelectorAll('#first-view [href="/register"]')) {
      const parent = link.parentElement;
      const signIn = parent.querySelector('[href="/register"] + [href="/login"]');
      if (signIn) signIn.className = link.className;
      (parent.matches('p') ? parent : link).remove();
    }
  };

  // A link to sign-up is hidden until it is known whether accounts can be created (src/ui/first-view.css).
  if (root.dataset.view !== undefined && root.dataset.member === undefined) {
    root.dataset.signUp = 'asked';
    const ask = async () => {
      const response = await fetch('/api/public/site', { signal: AbortSignal.timeout(3000) });
      return response.ok ? response.json() : undefined;
    };
    window.siteAsked = Promise.all([ask().catch(() => undefined), window.pageParsed]).then(([site]) => {
      window.publicSite = site;
      if (site?.disableSignup) offerOnlySignIn();
      delete root.dataset.signUp;
    });
  }

  // The app renders the same elements in the same order.
  const positionOf = (target) => {
    const view = target.closest('#first-view');
    const href = target.getAttribute('href');
    const selector = target.tagName + (href ? `[href="${CSS.escape(href)}"]` : '');
    return view && { selector, index: [...view.querySelectorAll(selector)].indexOf(target) };
  };
  const find = ({ selector, index }) => document.querySelectorAll(`#root ${selector}`)[index];

  const pressed = new Map();
  document.addEventListener('click', ({ target }) => {
    const control = target.closest('#first-view main :is(button, [type="checkbox"])');
    if (!control) return;
    if (control.checked === false) pressed.delete(control);
    else pressed.set(control, positionOf(control));
    if (control.matches('button')) control.ariaBusy = 'true';
  });

  let focused;
  document.addEventListener('focusin', ({ target }) => {
    focused = positionOf(target);
  });
  // Removing the view blurs its element, too: only a blur that leaves the view in place ends its focus.
  document.addEventListener('focusout', ({ target }) => {
    setTimeout(() => {
      if (target.isConnected && document.activeElement === document.body) focused = undefined;
    });
  });

  void window.pageParsed.then(() => {
    const view = document.getElementById('first-view');
    if (!view) return;
    const observer = new MutationObserver(() => {
      if (view.isConnected) return;
      observer.disconnect();
      if (focused) find(focused)?.focus({ preventScroll: true });
      for (const position of pressed.values()) find(position)?.click();
    });
    observer.observe(view.parentElement, { childList: true });
  });
}
