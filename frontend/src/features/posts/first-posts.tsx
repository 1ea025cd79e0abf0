import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

/**
 * The first posts of hominini in the prerendered page (app/first-view.tsx): skeletons, into which public/hominini.js
 * puts names and pictures before the app is loaded.
 */
export const FirstPosts = () => (
  <div className="mx-auto w-full max-w-2xl">
    <Loading>
      <div data-fill="posts" className="grid grid-cols-1 gap-5">
        <FirstPost />
        <FirstPost />
      </div>
    </Loading>
  </div>
);

/** As high as a post with few words. */
const FirstPost = () => (
  <Card className="grid grid-cols-1 gap-3.5 p-4 sm:p-5">
    <div className="flex min-h-12 items-center gap-3">
      <div aria-hidden="true" className="size-10.5 shrink-0 animate-breathe rounded-full bg-hover" />
      <div className="grid min-w-0 gap-2">
        <span data-fill="name" hidden className="truncate font-bold font-display leading-tight" />
        <Skeleton className="h-3.5 w-32" />
      </div>
    </div>
    <div data-fill="picture" hidden className="overflow-hidden rounded-md bg-hover">
      <img alt="" decoding="async" className="size-full" />
    </div>
    <Skeleton className="my-1 h-4 w-11/12" />
    <Skeleton className="h-11 w-40" />
  </Card>
);
