// Asks for the first posts of hominini while the code is on its way, and shows in the view that came with the page who wrote
// them, and their pictures. The app goes on from the same answer (src/features/posts/api.ts).
{
  const root = document.documentElement;

  // In its frame and size: as src/features/posts/media-frame.ts says it.
  const showPicture = (place, { variants, width, height }) => {
    const ratio = width / height;
    const whole = ratio > 1.3;
    const frame = whole ? 4 / 3 : ratio > 0.8 ? 3 / 4 : 9 / 16;
    const grown = whole ? 1 : Math.max(1, ratio / frame);
    const mediumWidth = Math.max(1, Math.round(width * Math.min(1, 800 / Math.max(width, height))));
    const picture = place.querySelector('img');
    picture.fetchPriority = 'high';
    picture.sizes = `calc(min(${whole ? 632 : 420}px, 100vw - 64px) * ${grown.toFixed(2)})`;
    picture.srcset = `${variants.medium} ${mediumWidth}w, ${variants.large} ${width}w`;
    picture.src = variants.large;
    picture.style.objectFit = whole ? 'contain' : 'cover';
    if (!whole) Object.assign(place.style, { width: '100%', maxWidth: '420px', margin: '0 auto' });
    place.style.aspectRatio = frame;
    place.hidden = false;
  };

  const fill = (card, { user, images: [image, ...others] }) => {
    const name = card.querySelector('[data-fill="name"]');
    name.textContent = user.name;
    name.hidden = !user.name;
    // Several stand in a grid, which the app makes.
    if (image && !image.lost && others.length === 0) showPicture(card.querySelector('[data-fill="picture"]'), image);
    return card;
  };

  // New elements: what moves down under the eyes of whoever reads would be noticed.
  const show = (list, posts) => {
    const blank = list.firstElementChild;
    list.replaceChildren(...posts.map((post) => fill(blank.cloneNode(true), post)));
    const visible = [...list.querySelectorAll('img[srcset]')].filter(
      (picture) => picture.getBoundingClientRect().top < innerHeight,
    );
    return Promise.all(visible.map((picture) => picture.decode()));
  };

  const ask = async () => {
    const answer = await fetch('/api/public/hominini/posts?limit=10', { headers: { 'Accept-Language': root.lang } });
    return answer.ok ? answer.json() : null;
  };

  if (root.dataset.member === undefined) window.homininiAsked = ask().catch(() => null);
  if (root.dataset.firstView !== 'none')
    window.firstViewFilled = Promise.all([window.homininiAsked, window.pageParsed])
      .then(([page]) => {
        const list = document.querySelector('#first-view [data-fill="posts"]');
        return list && page?.items.length > 0 ? show(list, page.items.slice(0, 2)) : undefined;
      })
      .catch(() => undefined);
}
