import type { ReactNode } from 'react';
import { useTexts } from '../lib/i18n.ts';
import { cx } from './cx.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A breathing shape where content will be. Give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('animate-breathe rounded-sm bg-hover', className)} />;
}

const LINES = ['w-full', 'w-11/12', 'w-[97%]', 'w-10/12', 'w-[94%]', 'w-[99%]', 'w-9/12', 'w-3/5'] as const;

/** Lines of a paragraph to come, up to eight; the last one is short. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <div className={cx('grid gap-2.5', className)}>
      {LINES.slice(-lines).map((width) => (
        <Skeleton key={width} className={cx('h-3.5', width)} />
      ))}
    </div>
  );
}

/** Around skeletons: tells screen readers once that something is coming. */
export function Loading({ children, className }: { children: ReactNode; className?: string }) {
  const { t } = useTexts();
  return (
    <div role="status" className={className}>
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      {children}
    </div>
  );
}
