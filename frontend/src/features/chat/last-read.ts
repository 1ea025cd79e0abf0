import { useEffect, useState } from 'react';
import { useMe } from '../../lib/session.ts';
import { local } from '../../lib/storage.ts';

/**
 * Until when a conversation had been seen on this device before it was opened; null the first time. What was seen
 * since is kept for the next time. Needs a `key` per conversation on the component.
 */
export function useLastRead(conversation: string, latest: string | undefined): string | null {
  const me = useMe();
  const key = `seen:${me?.id ?? ''}:${conversation}`;
  const [before] = useState(() => local.read(key));
  useEffect(() => {
    if (latest && document.visibilityState === 'visible') local.write(key, latest);
  }, [key, latest]);
  return before;
}
