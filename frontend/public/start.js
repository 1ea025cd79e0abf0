// Starts the app of a page that has a first view in it, once that is painted: its code and its fonts would hold the paint up.
// For whom the view is not meant (public/theme.js), and in a tab in the background, there is nothing to wait for.
(() => {
  const { entry, needed, later } = document.currentScript.dataset;
  const root = document.documentElement;
  const atLatestMs = 1000;

  const add = (tag, attributes) => document.head.append(Object.assign(document.createElement(tag), attributes));

  const load = () => {
    // Members go on from here to a screen whose code visitors do not need.
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
    // What comes into the view from the server (public/landing.js, public/hominini.js).
    await window.firstViewFilled;
    // Once more after a frame has begun: it has been painted then.
    requestAnimationFrame(() => setTimeout(start));
  });
})();
