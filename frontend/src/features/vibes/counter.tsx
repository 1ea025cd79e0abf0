import { useEffect, useRef } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';

/** Distance of the counter from the bottom, px (part 2, section 2, Vibes). */
export const counterBottom = 204;
export const counterRight = 16;
export const counterSize = 60;

/** The number of reactions; it grows for a moment when that rises. */
export function Counter({ total }: { total: number }) {
  const { t } = useTexts('vibes');
  const format = useFormat();
  const bubble = useRef<HTMLDivElement>(null);
  const before = useRef(total);
  useEffect(() => {
    if (total > before.current) {
      const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (!reducedMotion) {
        bubble.current?.animate?.(
          [
            { transform: 'scale(1)' },
            { transform: 'scale(1.18)' },
            { transform: 'scale(0.96)' },
            { transform: 'scale(1)' },
          ],
          { duration: 240, easing: 'ease-out' },
        );
      }
    }
    before.current = total;
  }, [total]);
  return (
    <div
      ref={bubble}
      style={{ bottom: counterBottom, right: counterRight, width: counterSize, height: counterSize }}
      className="pointer-events-none absolute z-10 grid place-items-center content-center rounded-full bg-scrim text-fg shadow-float backdrop-blur-md"
    >
      <svg viewBox="0 0 24 24" className="size-5 text-honey" aria-hidden="true">
        <path d="M12 0c1 7 4 10 12 12-8 2-11 5-12 12C11 17 8 14 0 12 8 10 11 7 12 0Z" fill="currentColor" />
      </svg>
      <span aria-hidden="true" className="tabular font-bold font-display text-small leading-5">
        {format.compact(total)}
      </span>
      <span className="sr-only">{t('vibes.total', { count: total, shown: format.number(total) })}</span>
    </div>
  );
}
