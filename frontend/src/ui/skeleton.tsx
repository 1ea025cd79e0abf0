import type { ReactNode } from 'react';
import { useTexts } from '../lib/i18n.ts';
import { cx } from './cx.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A placeholder for content that is loading. Give it the size of that content, and its corners where they differ. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('animate-breathe bg-hover [:where(&)]:rounded-sm', className)} />;
}

const LINES = ['w-full', 'w-11/12', 'w-[97%]', 'w-10/12', 'w-[94%]', 'w-[99%]', 'w-9/12', 'w-3/5'] as const;

/** A placeholder for a paragraph of up to eight lines. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <div className={cx('grid gap-2.5', className)}>
      {LINES.slice(-lines).map((width) => (
        <Skeleton key={width} className={cx('h-3.5', width)} />
      ))}
    </div>
  );
}

/** A placeholder for the author of a post and its time. */
export function SkeletonAuthor() {
  return (
    <div className="flex items-center gap-3">
      <Skeleton className="size-10.5 rounded-full" />
      <div className="grid gap-2">
        <Skeleton className="h-3.5 w-32" />
        <Skeleton className="h-3 w-20" />
      </div>
    </div>
  );
}

/** Wraps skeletons and announces to screen readers that content is loading. */
export function Loading({ children, className }: { children: ReactNode; className?: string }) {
  const { t } = useTexts();
  return (
    <div role="status" className={className}>
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      {children}
    </div>
  );
}
