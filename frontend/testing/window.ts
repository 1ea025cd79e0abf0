import type { DOMWindow } from 'jsdom';

class Watcher {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

/** A drawing context on which every call and every property does nothing. */
const blankContext: object = new Proxy(() => blankContext, { get: () => blankContext, set: () => true });

class Path {
  moveTo(): void {}
  lineTo(): void {}
  closePath(): void {}
  rect(): void {}
  arc(): void {}
}

/** Adds features that every browser has and jsdom lacks. The screen is a desktop's. */
export function completeWindow(window: DOMWindow): void {
  Object.assign(window, {
    IntersectionObserver: Watcher,
    ResizeObserver: Watcher,
    PointerEvent: window.MouseEvent,
    Path2D: Path,
    scrollTo: () => undefined,
    matchMedia: (query: string) =>
      Object.assign(new window.EventTarget(), { matches: query.includes('min-width'), media: query }),
  });
  Object.assign(window.Element.prototype, { scrollIntoView: () => undefined, getAnimations: () => [] });
  Object.assign(window.HTMLCanvasElement.prototype, { getContext: () => blankContext });
  window.document.documentElement.lang = 'es';
  recognizeSearch(window);
}

/** jsdom does not know the element `search`, of which React warns. */
function recognizeSearch({ document, HTMLElement }: DOMWindow): void {
  const create = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    return name === 'search' ? Object.setPrototypeOf(element, HTMLElement.prototype) : element;
  };
}
