import { Loading, Skeleton } from '../../ui/skeleton.tsx';

/** In the shape of the greeting, whose code is loaded for members only. */
export const GreetingSkeleton = () => (
  <Loading className="mx-auto grid w-full max-w-5xl content-start gap-5 px-4 pt-5 sm:px-6 lg:gap-8 lg:pt-10">
    <div className="grid gap-1 lg:gap-2">
      <Skeleton className="h-9 w-64 max-w-full lg:h-11 lg:w-96" />
      <Skeleton className="h-6 w-48" />
    </div>
    <div className="grid grid-cols-2 gap-3 lg:gap-6">
      <Skeleton className="h-36 rounded-xl lg:h-52" />
      <Skeleton className="h-36 rounded-xl lg:h-52" />
    </div>
  </Loading>
);
