import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton, SkeletonText } from '../../ui/skeleton.tsx';

/** The skeleton of a post. */
export function PostSkeleton({ picture = true }: { picture?: boolean }) {
  return (
    <Loading>
      <Card className="grid gap-4 p-4 sm:p-5">
        <div className="flex items-center gap-3">
          <Skeleton className="size-10.5 rounded-full" />
          <div className="grid gap-2">
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="h-3 w-20" />
          </div>
        </div>
        {picture && <Skeleton className="aspect-4/3 w-full rounded-md" />}
        <SkeletonText lines={2} />
      </Card>
    </Loading>
  );
}
