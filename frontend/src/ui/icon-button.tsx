import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The action: accessible name, and tip on hover. */
  label: string;
  icon: ReactNode;
  /** Position of the tip; 'none' where the name is visible nearby. */
  tip?: 'bottom' | 'top' | 'right' | 'none';
  /** Shows a dot for an unread item. Mention it in the label too. */
  dot?: boolean;
  size?: 'sm' | 'md';
}

/** Classes of an icon button, for links that look like one. */
export function iconButtonClass(size: 'sm' | 'md' = 'md'): string {
  return cx(
    'pressable focus-ring relative inline-grid shrink-0 place-items-center rounded-full text-fg-muted hover:bg-hover hover:text-fg',
    'disabled:cursor-not-allowed disabled:opacity-45 aria-pressed:text-ember-text',
    size === 'sm' ? 'size-9 [&_svg]:size-4.5' : 'size-11 [&_svg]:size-5.5',
  );
}

export function IconButton({ label, icon, tip = 'bottom', dot, size, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-tip={tip === 'none' ? undefined : label}
      data-tip-side={tip}
      className={cx(iconButtonClass(size), className)}
    >
      {icon}
      {dot && <UnreadDot />}
    </button>
  );
}

/** A dot for an unread item, in the corner of a positioned parent. */
export function UnreadDot() {
  return <span className="absolute top-2 right-2 size-2.5 rounded-full bg-ember ring-2 ring-ground" />;
}
