import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near the end one reads along. */
const nearEnd = 80;
/** So near the beginning older messages are asked for. */
const nearStart = 500;
/** How much of what was read stays in sight above the new messages. */
const aboveNew = 96;

interface ScrollOptions {
  /** The ids of the first and the last message, and whether older ones are being asked for. */
  first: string | undefined;
  last: string | undefined;
  loadingOlder: boolean;
  onNearStart: () => void;
}

/**
 * Keeps a conversation where its reader is: at the end while they are there, else on the messages they read, whatever is
 * added before or after.
 */
export function useConversationScroll({ first, last, loadingOlder, onNearStart }: ScrollOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const pinned = useRef(true);
  const opened = useRef(false);
  const shown = useRef({ first, loadingOlder, fromEnd: 0 });
  const [atEnd, setAtEnd] = useState(true);

  // What is added at the beginning must not push away what is read.
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

  // The keyboard, a turned phone, a growing field: the end stays in sight.
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

/** How scrolling that explains moves: not at all for whom motion is too much. */
export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}

/** Opens a conversation where the new messages begin, when they do not all fit in sight. */
function toFirstNew(box: HTMLElement): boolean {
  const fresh = box.querySelector<HTMLElement>('[data-new]');
  if (!fresh) return false;
  const fromTop = fresh.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
  if (box.scrollHeight - fromTop < box.clientHeight) return false;
  box.scrollTop = fromTop - aboveNew;
  return true;
}
