import type { ReactNode } from 'react';
import { usePagedQuery } from '../../lib/pages.ts';
import { userFeedQuery } from './api.ts';
import { FeedList } from './feed-list.tsx';

interface UserFeedProps {
  userId: string;
  /** As the API names them, by comma. */
  kinds: string;
  /** Of one tribe only. */
  tribeId?: number | null;
  empty: ReactNode;
}

/** What somebody shared in all tribes, as far as one may see it. */
export function UserFeed({ userId, kinds, tribeId = null, empty }: UserFeedProps) {
  return <FeedList feed={usePagedQuery(userFeedQuery(userId, kinds, tribeId))} empty={empty} />;
}
