// Asks at once for the code of the screen at this address: the browser would learn of it only after running the entry.
// The build writes which files those are into the tag: of single screens, and of what all others begin with.
(() => {
  const { arrivals, later } = document.currentScript.dataset;
  const { pathname } = location;
  const files = JSON.parse(arrivals ?? '{}')[pathname];
  const isLater = (files === undefined && pathname !== '/') || localStorage.getItem('token') !== null;
  for (const href of [...(files ?? []), ...(isLater ? JSON.parse(later ?? '[]') : [])]) {
    const hint = document.createElement('link');
    Object.assign(hint, { rel: 'modulepreload', href, crossOrigin: '' });
    document.head.append(hint);
  }
})();
