import { useSyncExternalStore } from 'react';
import { useFormat } from '../lib/i18n.ts';

const TICK = 30_000;
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** One timer for all times of the page. */
function followClock(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = new Date();
    for (const call of listeners) call();
  }, TICK);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** "hace 5 min", updated while shown; the full date on hover. */
export function RelativeTime({ value, className }: { value: string; className?: string }) {
  const format = useFormat();
  const current = useSyncExternalStore(followClock, () => now);
  return (
    <time dateTime={value} title={format.dateTime(value)} className={className}>
      {format.ago(value, current)}
    </time>
  );
}
