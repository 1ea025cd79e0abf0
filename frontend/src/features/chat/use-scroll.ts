import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Within this distance of the end (px) the list follows new messages. */
const nearEnd = 80;
/** Within this distance of the start (px) older messages are loaded. */
const nearStart = 500;
/** Height of read messages that stays visible above the new messages (px). */
const aboveNew = 96;

interface ScrollOptions {
  /** The ids of the first and the last message, and whether older ones are being loaded. */
  first: string | undefined;
  last: string | undefined;
  loadingOlder: boolean;
  onNearStart: () => void;
}

/**
 * Keeps the scroll position of a conversation: at the end while the viewer is there, else on the same messages,
 * whatever is added before or after.
 */
export function useConversationScroll({ first, last, loadingOlder, onNearStart }: ScrollOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const pinned = useRef(true);
  const opened = useRef(false);
  const shown = useRef({ first, loadingOlder, fromEnd: 0 });
  const [atEnd, setAtEnd] = useState(true);

  // Messages added at the start must not move the visible ones.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const { first: firstBefore, loadingOlder: loadingBefore, fromEnd } = shown.current;
    if (!opened.current && last) {
      opened.current = true;
      pinned.current = !toFirstNew(box);
    }
    if (pinned.current) box.scrollTop = box.scrollHeight;
    else if (first !== firstBefore || loadingOlder !== loadingBefore) box.scrollTop = box.scrollHeight - fromEnd;
    shown.current = { first, loadingOlder, fromEnd: box.scrollHeight - box.scrollTop };
  }, [first, last, loadingOlder]);

  // When the keyboard opens, the phone turns or the field grows, the end stays visible.
  useEffect(() => {
    const box = scroller.current;
    if (!box || !content.current) return;
    const watcher = new ResizeObserver(() => {
      if (pinned.current) box.scrollTop = box.scrollHeight;
    });
    watcher.observe(box);
    watcher.observe(content.current);
    return () => watcher.disconnect();
  }, []);

  function onScroll(): void {
    const box = scroller.current;
    if (!box) return;
    shown.current.fromEnd = box.scrollHeight - box.scrollTop;
    pinned.current = shown.current.fromEnd - box.clientHeight < nearEnd;
    setAtEnd(pinned.current);
    if (box.scrollTop < nearStart && box.scrollHeight > box.clientHeight) onNearStart();
  }

  function toEnd(): void {
    const box = scroller.current;
    if (!box) return;
    pinned.current = true;
    box.scrollTo({ top: box.scrollHeight, behavior: scrollBehavior() });
  }

  return { scroller, content, atEnd, onScroll, toEnd };
}

/** Smooth, or instant with reduced motion. */
export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}

/** Scrolls to the first new message when the new ones do not all fit; returns whether it did. */
function toFirstNew(box: HTMLElement): boolean {
  const fresh = box.querySelector<HTMLElement>('[data-new]');
  if (!fresh) return false;
  const fromTop = fresh.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
  if (box.scrollHeight - fromTop < box.clientHeight) return false;
  box.scrollTop = fromTop - aboveNew;
  return true;
}
