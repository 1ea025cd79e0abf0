import { Play } from 'lucide-react';
import { cx } from '../cx.ts';

interface PlaySignProps {
  /** `scrim`: over a picture. `ember`: on a plain background. */
  tone?: 'scrim' | 'ember';
  className?: string;
}

/** The sign of a video that a press plays; the button is round it. */
export function PlaySign({ tone = 'scrim', className }: PlaySignProps) {
  const isEmber = tone === 'ember';
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid place-items-center rounded-full',
        isEmber ? 'size-14 bg-ember text-on-ember' : 'size-16 bg-scrim text-fg backdrop-blur-md',
        className,
      )}
    >
      <Play className={cx('ml-1 fill-current', isEmber ? 'size-6' : 'size-7')} />
    </span>
  );
}
