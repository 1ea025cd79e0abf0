import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../lib/i18n.ts';
import { cx } from './cx.ts';

interface PictureProps {
  src: string;
  /** The available sizes and the displayed width: the browser then loads no larger one than it needs. */
  srcSet?: string;
  sizes?: string;
  alt: string;
  /** A tiny data: URL shown blurred until the picture has loaded. */
  lqip?: string | null;
  /** Width divided by height; reserves the space while loading. */
  ratio?: number;
  fit?: 'cover' | 'contain';
  /** Loads at once instead of when near; for the first picture of a screen. */
  eager?: boolean;
  className?: string;
}

/** A picture that reserves its space, fades in, and shows an icon when it fails to load. */
export function Picture({ src, srcSet, sizes, alt, lqip, ratio, fit = 'cover', eager, className }: PictureProps) {
  const { t } = useTexts();
  const [settled, setSettled] = useState<{ src: string; ok: boolean } | null>(null);
  const state = settled?.src === src ? (settled.ok ? 'shown' : 'broken') : 'coming';
  return (
    <div className={cx('relative overflow-hidden bg-hover', className)} style={{ aspectRatio: ratio }}>
      {lqip && state !== 'broken' && (
        <img
          src={lqip}
          alt=""
          aria-hidden="true"
          className="absolute inset-0 size-full scale-110 object-cover blur-xl"
        />
      )}
      {state === 'broken' ? (
        <div
          role="img"
          aria-label={alt || t('ui.pictureMissing')}
          className="absolute inset-0 grid place-items-center text-fg-faint"
        >
          <ImageOff aria-hidden="true" className="size-7" />
        </div>
      ) : (
        <img
          // Before `srcSet` and `src`: browsers that load at once would take the largest.
          sizes={sizes}
          srcSet={srcSet}
          src={src}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          onLoad={() => setSettled({ src, ok: true })}
          onError={() => setSettled({ src, ok: false })}
          className={cx(
            'relative size-full transition-opacity duration-240',
            fit === 'cover' ? 'object-cover' : 'object-contain',
            state === 'coming' && 'opacity-0',
          )}
        />
      )}
    </div>
  );
}
