import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useIsDesk } from '../../ui/use-is-desk.ts';

/** On the cover of the tribe, at its upper edge. */
export const onCover = 'absolute top-3 right-4 max-w-[calc(100%-2rem)]';

/** The skeleton of the first steps of a tribe. */
export const StepsSkeleton = () => (
  <Skeleton className={cx('h-11 rounded-lg', useIsDesk() ? 'w-full' : cx(onCover, 'w-48'))} />
);
