import { type RefObject, useEffect } from 'react';
import { http } from './http.ts';
import { useMe } from './session.ts';

const VISIBLE_SHARE = 0.5;
const AFTER_MS = 1_000;
/** A post much taller than the screen crosses the half of it at a small share of its own height. */
const THRESHOLDS = Array.from({ length: 51 }, (_, percent) => percent / 100);

/** Whether half of a post is visible, or, of one that is taller than the screen, it fills half of the screen. */
const isSeen = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean =>
  intersectionRatio >= VISIBLE_SHARE ||
  (rootBounds !== null && intersectionRect.height >= VISIBLE_SHARE * rootBounds.height);

/** The views counted in this tab, by person and post. */
const counted = new Set<string>();

/**
 * Counts a view of a post, once per session: half of it visible for a second. A failure is ignored: it is not counted.
 */
export function useView({ id, tribeId }: { id: string; tribeId: number }, element: RefObject<Element | null>): void {
  const me = useMe();
  const view = `${me?.id ?? ''} ${id}`;
  useEffect(() => {
    const target = element.current;
    if (!target || counted.has(view) || typeof IntersectionObserver === 'undefined') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry || !isSeen(entry)) {
          clearTimeout(timer);
          timer = undefined;
          return;
        }
        timer ??= setTimeout(() => {
          counted.add(view);
          watcher.disconnect();
          http.post('/tribes/{tribeId}/posts/{postId}/view', { path: { tribeId, postId: id } }).catch(() => undefined);
        }, AFTER_MS);
      },
      { threshold: THRESHOLDS },
    );
    watcher.observe(target);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [id, tribeId, view, element]);
}
