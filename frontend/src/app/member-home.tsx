import { Greeting } from '../features/home/greeting.tsx';
import { HomeFeed } from '../features/posts/home-feed.tsx';
import { useMe } from '../lib/session.ts';

/** The home page of a member: the greeting, and the newest posts of their tribes. */
export function MemberHome() {
  const me = useMe();
  return me && <Greeting me={me} latest={<HomeFeed />} />;
}
