import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { cx } from './cx.ts';
import { isSecondPress } from './single-press.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface ButtonStyle {
  /** At most one primary per screen. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Takes the full width of its container. */
  wide?: boolean;
  icon?: ReactNode;
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'bg-linear-to-b from-ember-bright to-ember text-on-ember shadow-ember hover:brightness-105 light:from-ember light:to-ember-bright',
  quiet: 'bg-raised text-fg shadow-button hover:bg-hover',
  // The focus ring is drawn inside: the button is often pulled to the edge of the screen to align its text.
  ghost: 'text-fg-muted hover:bg-hover hover:text-fg focus-visible:-outline-offset-2',
  danger: 'bg-danger-fill text-on-danger hover:brightness-110',
};

const SIZES: Record<ButtonSize, string> = {
  sm: 'h-9 gap-1.5 rounded-sm px-3.5 text-small',
  md: 'h-11 gap-2 rounded-md px-5 text-small',
  lg: 'h-13 gap-2.5 rounded-lg px-6 text-body sm:px-7',
};

function buttonClass({ variant = 'quiet', size = 'md', wide }: ButtonStyle): string {
  return cx(
    'pressable focus-ring inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap font-display font-semibold',
    'disabled:cursor-not-allowed disabled:opacity-45 disabled:shadow-none',
    VARIANTS[variant],
    SIZES[size],
    wide && 'w-full',
  );
}

export interface ButtonProps extends ButtonStyle, ComponentProps<'button'> {
  /** Shows a spinner and ignores clicks, but keeps its focus and width. */
  loading?: boolean;
}

/** A button that acts on this page, once for a double click. To navigate use ButtonLink. */
export function Button({ variant, size, wide, icon, loading, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={loading || undefined}
      {...rest}
      aria-busy={loading || undefined}
      onClick={(event) => (loading || isSecondPress(event) ? event.preventDefault() : onClick?.(event))}
      className={cx(buttonClass({ variant, size, wide }), 'relative', className)}
    >
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      <span className={cx('contents', loading && '[&>*]:opacity-0')}>
        {icon && <span className="grid place-items-center [&_svg]:size-[1.15em]">{icon}</span>}
        <span className="truncate">{children}</span>
      </span>
    </button>
  );
}

export interface ButtonLinkProps extends ButtonStyle, LinkProps {}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={cx(buttonClass({ variant, size, wide }), className)}>
      {icon && <span className="grid place-items-center [&_svg]:size-[1.15em]">{icon}</span>}
      <span className="truncate">{children}</span>
    </Link>
  );
}
