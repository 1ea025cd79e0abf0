import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { cx } from '../../ui/cx.ts';

/** The logo: seven people round a fire. */
const PEOPLE = Array.from({ length: 7 }, (_, index) => {
  const angle = ((index + 0.5) / 7) * 2 * Math.PI - Math.PI / 2;
  return { x: +(20 + 16 * Math.cos(angle)).toFixed(2), y: +(20 + 16 * Math.sin(angle)).toFixed(2) };
});

export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" className={cx('shrink-0', className)} aria-hidden="true">
      {PEOPLE.map(({ x, y }) => (
        <circle key={x * 100 + y} cx={x} cy={y} r="2.9" fill="currentColor" />
      ))}
      <path
        d="M20.6 9.5c.6 4.6 6.6 7 6.6 13 0 4.2-3.2 7.2-7.2 7.2s-7.2-3-7.2-7c0-3.2 1.8-5 3.2-7 .4 1.6 1 2.6 2.2 3.2.2-3.6.4-6.8 2.4-9.4Z"
        fill="var(--ember)"
      />
    </svg>
  );
}

export function Brand({ className }: { className?: string }) {
  return (
    <Link
      to={paths.home}
      className={cx('focus-ring inline-flex items-center gap-2.5 rounded-md py-1 text-fg', className)}
    >
      <BrandMark className="size-9" />
      <span className="max-[22rem]:sr-only font-display font-extrabold text-[1.5rem] leading-none tracking-[-0.035em]">
        tribus
      </span>
    </Link>
  );
}
