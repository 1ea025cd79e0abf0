import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton, SkeletonAuthor, SkeletonText } from '../../ui/skeleton.tsx';

/** The skeleton of a post. */
export function PostSkeleton({ picture = true }: { picture?: boolean }) {
  return (
    <Loading>
      <Card className="grid gap-4 p-4 sm:p-5">
        <SkeletonAuthor />
        {picture && <Skeleton className="aspect-4/3 w-full rounded-md" />}
        <SkeletonText lines={2} />
      </Card>
    </Loading>
  );
}
