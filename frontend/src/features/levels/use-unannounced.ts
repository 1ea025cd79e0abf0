import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { unreadQuery } from '../../lib/shared-queries.ts';
import { stream } from '../../lib/stream.ts';

/**
 * Calls the handler when unseen notifications may include some that no event of the stream has announced: on arrival,
 * when a poll counts more while the stream is closed, and after it has been opened again. Sends no request itself: the
 * shell polls the number, and fetches it again when the stream opens.
 */
export function useUnannounced(handler: () => void): void {
  const { data, dataUpdatedAt } = useQuery({ ...unreadQuery, enabled: false });
  const count = data?.count ?? 0;
  /** Whether events may have been missed since the last number; with which number the handler was called since. */
  const gap = useRef<{ handled: number } | null>({ handled: 0 });
  const handle = useEffectEvent(handler);

  useEffect(
    () =>
      stream.status.subscribe(() => {
        if (stream.status.get() === 'waiting') gap.current = { handled: 0 };
      }),
    [],
  );

  useEffect(() => {
    if (dataUpdatedAt === 0 || gap.current === null) return;
    if (count > 0 && count !== gap.current.handled) handle();
    gap.current = stream.status.get() === 'open' ? null : { handled: count };
  }, [count, dataUpdatedAt]);
}
