import { Greeting } from '../features/home/greeting.tsx';
import { HomeFeed } from '../features/posts/home-feed.tsx';
import { withTexts } from '../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../lib/lazy.tsx';
import { useMe } from '../lib/session.ts';
import { WhenVisible } from '../ui/when-visible.tsx';

const HomeAside = lazyComponent(
  withTexts(async () => (await import('./home-aside.tsx')).HomeAside, 'explore', 'members'),
);

/** The home page of a member: the greeting, the newest posts of their tribes, and suggestions. */
export function MemberHome() {
  const me = useMe();
  return me && <Greeting me={me} latest={<HomeFeed />} aside={<WideAside />} />;
}

/** In a narrow window it is never visible, so that neither its code nor its suggestions are requested. */
const WideAside = () => (
  <div className="max-xl:hidden">
    <WhenVisible placeholder={<div className="h-dvh" />}>
      <LazyPart>
        <HomeAside />
      </LazyPart>
    </WhenVisible>
  </div>
);
