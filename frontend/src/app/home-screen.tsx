import { HomePage } from '../features/home/home-page.tsx';
import { PostSkeleton } from '../features/posts/post-skeleton.tsx';
import { withTexts } from '../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../lib/lazy.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { WhenVisible } from '../ui/when-visible.tsx';

/* A screen composed of several features: features do not import each other, the app does. */

const HomininiFeed = lazyComponent(
  withTexts(async () => (await import('../features/posts/hominini-feed.tsx')).HomininiFeed, 'members'),
);

const HomeFeed = lazyComponent(
  withTexts(async () => (await import('../features/posts/home-feed.tsx')).HomeFeed, 'members'),
);

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
    latest={
      <LazyPart fallback={<LatestSkeleton />} failed={(error, retry) => <ErrorState error={error} onRetry={retry} />}>
        <HomeFeed />
      </LazyPart>
    }
  />
);

const LatestSkeleton = () => (
  <div className="mx-auto grid w-full max-w-2xl gap-4">
    <Skeleton className="h-7 w-32" />
    <PostSkeleton />
  </div>
);
