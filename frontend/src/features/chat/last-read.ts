import { useEffect, useState } from 'react';
import { useMe } from '../../lib/session.ts';
import { local } from '../../lib/storage.ts';

/**
 * Returns `createdAt` of the last message read on this device before the conversation was opened; null the first time.
 * Stores `latest` for the next time. The component needs a `key` per conversation.
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
