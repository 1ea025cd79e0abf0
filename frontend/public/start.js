// Starts the app of a page with a first view once that is painted: code and fonts would delay the paint. When the view
// is not shown (public/theme.js), and in a background tab, it starts at once.
(() => {
  const { entry, needed, later } = document.currentScript.dataset;
  const root = document.documentElement;
  const atLatestMs = 1000;

  const add = (tag, attributes) => document.head.append(Object.assign(document.createElement(tag), attributes));

  const load = () => {
    // Members continue to a screen whose code visitors do not need.
    const files = root.dataset.member === undefined ? needed : `${needed} ${later}`;
    for (const href of files.split(' ').filter(Boolean)) add('link', { rel: 'modulepreload', href, crossOrigin: '' });
  };

  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    load();
    delete root.dataset.fonts;
    add('script', { type: 'module', src: entry, crossOrigin: '' });
  };

  const isShown = root.dataset.firstView !== 'none' && !document.hidden;
  if (!isShown) load();
  void window.pageParsed.then(async () => {
    if (!isShown) return start();
    setTimeout(start, atLatestMs);
    // Content from the server for the view (public/landing.js, public/hominini.js).
    await window.firstViewFilled;
    // One frame later: the view has been painted then.
    requestAnimationFrame(() => setTimeout(start));
  });
})();
