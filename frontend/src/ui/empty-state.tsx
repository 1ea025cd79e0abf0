import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface EmptyStateProps {
  /** A lucide icon or a glyph; by default a drawing of an unlit campfire. */
  icon?: ReactNode;
  title: ReactNode;
  /** A possible next action. */
  text?: ReactNode;
  /** The button for it. */
  action?: ReactNode;
  className?: string;
}

/** A message for an empty list, with the next step. */
export function EmptyState({ icon, title, text, action, className }: EmptyStateProps) {
  return (
    <div
      className={cx(
        'mx-auto grid max-w-md grid-cols-1 justify-items-center wrap-anywhere gap-2 px-6 py-12 text-center',
        className,
      )}
    >
      <div className="mb-3 grid size-22 place-items-center rounded-full bg-[radial-gradient(circle_at_50%_85%,var(--ember-soft),transparent_70%)] text-fg-faint [&>svg]:size-10">
        {icon ?? <UnlitFire />}
      </div>
      <div className="text-balance font-display font-semibold text-title">{title}</div>
      {text && <p className="text-pretty text-fg-muted text-small">{text}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

/** Logs and a small flame. */
function UnlitFire() {
  return (
    <svg viewBox="0 0 48 48" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" aria-hidden="true">
      <path d="M9 39 34 27M39 39 14 27" />
      <path d="M24 25c-5-4-1-7 0-12 3 4 6 8 0 12Z" stroke="var(--ember)" strokeLinejoin="round" />
    </svg>
  );
}
