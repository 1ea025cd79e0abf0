import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

interface RowDetailProps {
  name: ReactNode;
  numeric?: boolean | undefined;
  children: ReactNode;
}

/** A value of a row beside its name, in a description list. */
export function RowDetail({ name, numeric, children }: RowDetailProps) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-caption text-fg-muted">{name}</dt>
      <dd className={cx('min-w-0 text-right [overflow-wrap:anywhere]', numeric && 'tabular')}>{children}</dd>
    </div>
  );
}
