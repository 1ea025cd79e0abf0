import { cx } from '../../ui/cx.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

/** One column of posts; in a wide window it has an aside. */
export const homeWidth = 'max-w-2xl px-4 sm:px-6 xl:max-w-[66.5rem]';
export const homeClass = cx(
  'mx-auto grid w-full grid-cols-1 content-start gap-6 pt-5 lg:pt-10 xl:grid-cols-[minmax(0,1fr)_20rem]',
  homeWidth,
);
export const tileClass = 'h-18 rounded-lg lg:h-44 lg:rounded-xl';

/** In the shape of the greeting, whose code is loaded for members only. */
export const GreetingSkeleton = () => (
  <Loading className={homeClass}>
    <div className="grid content-start gap-5 lg:gap-8">
      <div className="grid gap-1 lg:gap-2">
        <Skeleton className="h-9 w-64 max-w-full lg:h-11 lg:w-96" />
        <Skeleton className="h-6 w-48" />
      </div>
      <div className="grid grid-cols-2 gap-3 lg:gap-5">
        <Skeleton className={tileClass} />
        <Skeleton className={tileClass} />
      </div>
    </div>
  </Loading>
);
