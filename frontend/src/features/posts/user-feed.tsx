import type { ReactNode } from 'react';
import { usePagedQuery } from '../../lib/pages.ts';
import { userFeedQuery } from './api.ts';
import { FeedList } from './feed-list.tsx';

interface UserFeedProps {
  userId: string;
  /** Comma-separated, as in the API. */
  kinds: string;
  /** Restricts the feed to one tribe. */
  tribeId?: number | null;
  empty: ReactNode;
}

/** The posts of a person in all tribes that the viewer may see. */
export function UserFeed({ userId, kinds, tribeId = null, empty }: UserFeedProps) {
  return <FeedList feed={usePagedQuery(userFeedQuery(userId, kinds, tribeId))} empty={empty} />;
}
