import { type RefObject, useEffect } from 'react';
import { http } from '../../lib/http.ts';
import { useMe } from '../../lib/session.ts';
import type { Post } from './api.ts';

const VISIBLE_SHARE = 0.5;
const AFTER_MS = 1_000;
/** The views counted in this tab, by person and post. */
const counted = new Set<string>();

/**
 * Counts a view of a post, once per session: half of it visible for a second. A failure is ignored: it is not counted.
 */
export function useView(post: Post, element: RefObject<Element | null>): void {
  const { id, tribeId } = post;
  const me = useMe();
  const view = `${me?.id ?? ''} ${id}`;
  useEffect(() => {
    const target = element.current;
    if (!target || counted.has(view) || typeof IntersectionObserver === 'undefined') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (!entry?.isIntersecting) return;
        timer = setTimeout(() => {
          counted.add(view);
          watcher.disconnect();
          http.post('/tribes/{tribeId}/posts/{postId}/view', { path: { tribeId, postId: id } }).catch(() => undefined);
        }, AFTER_MS);
      },
      { threshold: VISIBLE_SHARE },
    );
    watcher.observe(target);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [id, tribeId, view, element]);
}
