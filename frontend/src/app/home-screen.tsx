import { GreetingSkeleton } from '../features/home/greeting-skeleton.tsx';
import { HomePage } from '../features/home/home-page.tsx';
import { PostSkeleton } from '../features/posts/post-skeleton.tsx';
import { withTexts } from '../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../lib/lazy.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { WhenVisible } from '../ui/when-visible.tsx';

/* A screen composed of several features: features do not import each other, the app does. */

const HomininiFeed = lazyComponent(
  withTexts(async () => (await import('../features/posts/hominini-feed.tsx')).HomininiFeed, 'members'),
);

const MemberHome = lazyComponent(withTexts(async () => (await import('./member-home.tsx')).MemberHome, 'members'));

/** The feed of visitors is below the fold: its code is loaded when it is scrolled near. */
export const HomeScreen = () => (
  <HomePage
    feed={
      <WhenVisible placeholder={<PostSkeleton />}>
        <LazyPart fallback={<PostSkeleton />} failed={(error, retry) => <ErrorState error={error} onRetry={retry} />}>
          <HomininiFeed />
        </LazyPart>
      </WhenVisible>
    }
    greeting={
      <LazyPart fallback={<GreetingSkeleton />} failed={(error, retry) => <ErrorState error={error} onRetry={retry} />}>
        <MemberHome />
      </LazyPart>
    }
  />
);
