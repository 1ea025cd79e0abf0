// Fetches the landing page of the admins before the first paint. The prerendered content is hidden until the response
// (src/ui/first-view.css), and is replaced by the admins' text and first slide when there are any. The app continues
// with the same response (src/features/home/landing-content.ts); when it is late, the prerendered text stays for this
// visit.
(() => {
  const root = document.documentElement;
  const lateMs = 3000;

  // Members see another page (public/theme.js).
  if (root.dataset.member !== undefined) return;

  const put = (view, name, text) => {
    const element = view.querySelector(`[data-fill="${name}"]`);
    if (!element || !text) return;
    element.textContent = text;
    element.hidden = false;
  };

  const fill = (view, { hero, items: [slide] }) => {
    for (const name of ['title', 'subtitle', 'description']) put(view, name, hero[name]);
    if (!slide) return;
    view.querySelector('[data-pictures]').dataset.pictures = 'slides';
    view.querySelector('[data-gradient]').dataset.gradient = slide.gradient;
    put(view, 'slide-title', slide.title);
    put(view, 'slide-text', slide.description);
    view.querySelector('figcaption').hidden = !slide.title && !slide.description;
    const picture = view.querySelector('[data-fill="picture"]');
    if (slide.type !== 'image' || !slide.mediaUrl) return;
    picture.srcset = slide.media.srcSet;
    picture.src = slide.mediaUrl;
    picture.hidden = false;
  };

  const ask = async () => {
    const response = await fetch('/api/public/landing-page', { signal: AbortSignal.timeout(lateMs) });
    return response.ok ? (await response.json()).content : null;
  };

  const asked = { answer: ask().catch(() => null), content: undefined };
  window.landingAsked = asked;
  root.dataset.landing = 'asked';
  window.firstViewFilled = Promise.all([asked.answer, window.pageParsed, window.siteAsked]).then(([content]) => {
    asked.content = content;
    const view = document.getElementById('first-view');
    if (view && content) fill(view, content);
    delete root.dataset.landing;
  });
})();
