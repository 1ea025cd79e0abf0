import type { QueryClient } from '@tanstack/react-query';

/** The time in which a page whose data is fetched again may become long enough. */
const RESTORE_MS = 10_000;

/**
 * Scrolls to an offset, again after each change of the height of the page, until all its data has arrived. A page that
 * is too short is scrolled to its end, where its lists fetch more. Ends when `signal` is aborted, and after 10 s.
 */
export async function restoreScroll(to: number, client: QueryClient, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const ended = new AbortController();
    const end = () => ended.abort();
    const observer = new ResizeObserver(() => {
      window.scrollTo(0, to);
      if (Math.abs(window.scrollY - to) < 1 && client.isFetching() === 0) end();
    });
    const timer = setTimeout(end, RESTORE_MS);
    ended.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      observer.disconnect();
      resolve();
    });
    signal.addEventListener('abort', end, { signal: ended.signal });
    observer.observe(document.body);
  });
}
