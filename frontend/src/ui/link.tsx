import { Link, type LinkProps } from 'react-router-dom';
import { cx } from './cx.ts';

/** A link inside text. */
export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={cx(
        'focus-ring rounded-xs font-medium text-ember-text underline decoration-current/35 underline-offset-4 hover:decoration-current',
        className,
      )}
    />
  );
}
