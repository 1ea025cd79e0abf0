import { cx } from './cx.ts';

interface ProgressProps {
  /** The accessible name. */
  label: string;
  /** 0..1 */
  value: number;
  /** The text for assistive technology. */
  tribe?: boolean;
  className?: string;
}

function percentOf(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100);
}

/** The attributes read by assistive technology. */
const computeProgress = (label: string, percent: number) => ({
  role: 'progressbar',
  'aria-label': label,
  'aria-valuenow': percent,
  'aria-valuemin': 0,
  'aria-valuemax': 100,
});

/** A progress bar. */
export function ProgressBar({ label, value, tribe, className }: ProgressProps) {
  const percent = percentOf(value);
  return (
    <div {...computeProgress(label, percent)} className={cx('h-2 overflow-hidden rounded-full bg-hover', className)}>
      <div
        className={cx(
          'h-full origin-left rounded-full transition-transform duration-240',
          tribe ? 'bg-tribe' : 'bg-ember',
        )}
        style={{ transform: `translateX(${percent - 100}%)` }}
      />
    </div>
  );
}

interface ProgressRingProps extends ProgressProps {
  /** Pixels. */
  size?: number;
  /** Shown in the middle: a level, an icon. */
  children?: React.ReactNode;
}

/** A circular progress indicator. */
export function ProgressRing({ label, value, tribe, size = 56, className, children }: ProgressRingProps) {
  const percent = percentOf(value);
  return (
    <div
      {...computeProgress(label, percent)}
      className={cx('relative inline-grid shrink-0 place-items-center', className)}
      style={{ width: size, height: size }}
    >
      <svg viewBox="0 0 40 40" className="absolute inset-0 -rotate-90" aria-hidden="true">
        <circle cx="20" cy="20" r="17" fill="none" stroke="var(--hover)" strokeWidth="4.5" />
        <circle
          cx="20"
          cy="20"
          r="17"
          fill="none"
          stroke={tribe ? 'var(--tribe)' : 'var(--ember)'}
          strokeWidth="4.5"
          strokeLinecap="round"
          pathLength="100"
          strokeDasharray={`${percent} 100`}
          opacity={percent === 0 ? 0 : 1}
        />
      </svg>
      <span className="tabular font-display font-bold text-small">{children}</span>
    </div>
  );
}
