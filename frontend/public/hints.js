// Asks at once for the code of the screen at this address: the browser would learn of it only after running the entry.
// The build writes which files those are into the tag.
(() => {
  const { arrivals } = document.currentScript.dataset;
  for (const href of JSON.parse(arrivals ?? '{}')[location.pathname] ?? []) {
    const hint = document.createElement('link');
    Object.assign(hint, { rel: 'modulepreload', href, crossOrigin: '' });
    document.head.append(hint);
  }
})();
