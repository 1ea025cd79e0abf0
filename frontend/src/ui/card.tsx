import type { HTMLAttributes } from 'react';
import { cx } from './cx.ts';

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'article' | 'section' | 'li';
  /** Rises on hover; for a card that is a link as a whole. */
  lifts?: boolean;
}

/** A raised surface for one item. */
export function Card({ as: Tag = 'div', lifts, className, ...rest }: CardProps) {
  return (
    <Tag
      {...rest}
      className={cx(
        'relative rounded-lg bg-surface shadow-card',
        lifts && 'transition-transform duration-200 has-[a:active]:scale-99 hoverable:hover:-translate-y-0.5',
        className,
      )}
    />
  );
}
