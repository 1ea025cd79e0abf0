import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type PillTone = 'plain' | 'ember' | 'moss' | 'honey' | 'danger' | 'tribe';

const TONES: Record<PillTone, string> = {
  plain: 'bg-hover text-fg-muted',
  ember: 'bg-ember-soft text-ember-text',
  moss: 'bg-moss-soft text-moss',
  honey: 'bg-honey-soft text-honey',
  danger: 'bg-danger-soft text-danger',
  tribe: 'bg-tribe-deep text-tribe-text',
};

interface PillProps {
  /** 'tribe' needs a `tribe-hue` parent. */
  tone?: PillTone;
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A label of one or two words: private, owner, #tag. */
export function Pill({ tone = 'plain', icon, children, className }: PillProps) {
  return (
    <span
      className={cx(
        'inline-flex h-6.5 max-w-full items-center gap-1.5 rounded-full px-2.5 font-medium text-caption [&_svg]:size-3.5 [&_svg]:shrink-0',
        TONES[tone],
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}

/** A number of unread items: nothing for 0, 99+ above 99. Hidden from screen readers: write it in words nearby. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden="true"
      className="tabular grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-ember px-1.5 font-bold font-text text-[0.6875rem] text-on-ember leading-none"
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}
