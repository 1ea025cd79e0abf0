// Fetches the first posts of hominini while the code is loading, and shows their authors and pictures in the
// prerendered view. The app continues with the same response (src/features/posts/api.ts).
{
  const root = document.documentElement;

  // In the frame and size of src/features/posts/picture-sources.ts.
  const showPicture = (figure, { variants, width, height }) => {
    const ratio = width / height;
    const whole = ratio > 1.3;
    const frame = whole ? 4 / 3 : ratio > 0.8 ? 3 / 4 : 9 / 16;
    const grown = whole ? 1 : Math.max(1, ratio / frame);
    const mediumWidth = Math.max(1, Math.round(width * Math.min(1, 800 / Math.max(width, height))));
    const picture = figure.querySelector('img');
    picture.fetchPriority = 'high';
    picture.sizes = `calc(min(${whole ? 632 : 420}px, 100vw - 64px) * ${grown.toFixed(2)})`;
    picture.srcset = `${variants.medium} ${mediumWidth}w, ${variants.large} ${width}w`;
    picture.src = variants.large;
    picture.style.objectFit = whole ? 'contain' : 'cover';
    if (!whole) Object.assign(figure.style, { width: '100%', maxWidth: '420px', margin: '0 auto' });
    figure.style.aspectRatio = frame;
    figure.hidden = false;
  };

  const fill = (card, { user, images: [image, ...others] }) => {
    const name = card.querySelector('[data-fill="name"]');
    name.textContent = user.name;
    name.hidden = !user.name;
    // Several pictures need a grid, which the app renders.
    if (image && !image.lost && others.length === 0) showPicture(card.querySelector('[data-fill="picture"]'), image);
    return card;
  };

  // New elements: moving the existing ones down would count as a layout shift.
  const show = (list, posts) => {
    const blank = list.firstElementChild;
    list.replaceChildren(...posts.map((post) => fill(blank.cloneNode(true), post)));
    const visible = [...list.querySelectorAll('img[srcset]')].filter(
      (picture) => picture.getBoundingClientRect().top < innerHeight,
    );
    return Promise.all(visible.map((picture) => picture.decode()));
  };

  const ask = async () => {
    const response = await fetch('/api/public/hominini/posts?limit=10', { headers: { 'Accept-Language': root.lang } });
    return response.ok ? response.json() : null;
  };

  if (root.dataset.member === undefined) window.homininiAsked = ask().catch(() => null);
  if (root.dataset.firstView !== 'none')
    window.firstViewFilled = Promise.all([window.homininiAsked, window.pageParsed, window.siteAsked])
      .then(([page]) => {
        const list = document.querySelector('#first-view [data-fill="posts"]');
        return list && page?.items.length > 0 ? show(list, page.items.slice(0, 2)) : undefined;
      })
      .catch(() => undefined);
}
