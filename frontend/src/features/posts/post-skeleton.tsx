import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Loading, Skeleton, SkeletonAuthor, SkeletonText } from '../../ui/skeleton.tsx';

interface PostSkeletonProps {
  picture?: boolean;
  className?: string;
  pictureClass?: string;
}

/** The skeleton of a post. */
export function PostSkeleton({ picture = true, className, pictureClass }: PostSkeletonProps) {
  return (
    <Loading>
      <Card className={cx('grid gap-4 p-4 sm:p-5', className)}>
        <SkeletonAuthor />
        {picture && <Skeleton className={cx('aspect-4/3 w-full rounded-md', pictureClass)} />}
        <SkeletonText lines={2} />
      </Card>
    </Loading>
  );
}
