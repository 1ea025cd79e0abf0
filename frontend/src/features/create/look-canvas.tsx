import { ImageOff } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { drawPicture, fitInto, loadPicture } from './bake.ts';
import { applyLook, type Look } from './look.ts';

/** Longest side of a preview in pixels: enough for a sharp phone, and fast enough to follow the slider. */
const SIDES = { large: 720, small: 160 };

/** The pixels of a picture, or why there are none. */
export type Source = ImageData | 'loading' | 'failed';

interface LookCanvasProps {
  file: File;
  look: Look;
  /** The description of the picture. */
  label: string;
  /** For the element around it, which the picture covers or, with `contain`, lies in. */
  className?: string;
  /** `frame`: the element around it has the ratio of the picture, within `--frame-h`. */
  fit?: 'cover' | 'contain' | 'frame';
  size?: keyof typeof SIDES;
  children?: ReactNode;
}

/** A picture with a look, as it will be sent. One that cannot be read shows the reason and a retry, a small one an icon. */
export function LookCanvas({ file, look, label, className, fit = 'cover', size = 'large', children }: LookCanvasProps) {
  const { t } = useTexts('create', 'members');
  const [attempt, setAttempt] = useState(0);
  const source = usePixels(file, size, attempt);
  return (
    <div
      className={cx('relative overflow-hidden bg-hover', className)}
      style={fit === 'frame' ? frameOf(source) : undefined}
      aria-busy={source === 'loading' || undefined}
    >
      {source === 'failed' && size === 'small' ? (
        <ImageOff role="img" aria-label={label} className="absolute inset-0 m-auto size-5 text-fg-faint" />
      ) : source === 'failed' ? (
        <div role="alert" className="grid size-full place-items-center content-center gap-2 p-3 text-center">
          <p className="text-danger text-small">{t('create.filter.failed')}</p>
          <Button size="sm" variant="ghost" onClick={() => setAttempt(attempt + 1)}>
            {t('ui.retry')}
          </Button>
        </div>
      ) : (
        <LookPixels source={source} look={look} label={label} fit={fit === 'contain' ? 'contain' : 'cover'} />
      )}
      {children}
    </div>
  );
}

/** A frame as wide as the picture is at the greatest height; the whole width while its size is unknown. */
function frameOf(source: Source): CSSProperties {
  if (typeof source === 'string') return { width: '100%', height: 'var(--frame-h)' };
  const ratio = source.width / source.height;
  return { aspectRatio: ratio, width: `min(100%, calc(var(--frame-h) * ${ratio}))` };
}

interface LookPixelsProps {
  source: Source;
  look: Look;
  /** The description of the picture; without one it is decoration. */
  label?: string;
  fit?: 'cover' | 'contain';
}

/** Draws pixels with a look; nothing while there are none. */
export function LookPixels({ source, look, label, fit = 'cover' }: LookPixelsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { filter, effect, overlay } = look;
  const { type, amount } = filter;
  useEffect(() => {
    if (typeof source === 'string' || !canvas.current) return;
    const { width, height } = source;
    const shown = new ImageData(new Uint8ClampedArray(source.data), width, height);
    applyLook({ pixels: shown.data, width, height, top: 0 }, { filter: { type, amount }, effect, overlay });
    canvas.current.width = width;
    canvas.current.height = height;
    canvas.current.getContext('2d')?.putImageData(shown, 0, 0);
  }, [source, type, amount, effect, overlay]);
  return (
    <canvas
      ref={canvas}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={cx('size-full', fit === 'cover' ? 'object-cover' : 'object-contain')}
    />
  );
}

/** The pixels of a picture, reduced; loaded once per file and attempt. */
export function usePixels(file: File | undefined, size: keyof typeof SIDES, attempt = 0): Source {
  const [source, setSource] = useState<Source>('loading');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let isCurrent = true;
    const show = (next: ImageData | 'failed') => isCurrent && setSource(next);
    setSource('loading');
    if (!file) return;
    readPixels(file, SIDES[size]).then(show, () => show('failed'));
    return () => {
      isCurrent = false;
    };
  }, [file, size, attempt]);
  return source;
}

async function readPixels(file: File, side: number): Promise<ImageData> {
  const picture = await loadPicture(file);
  const natural = { width: picture.naturalWidth, height: picture.naturalHeight };
  const { width, height } = fitInto(natural, side, side * side);
  return drawPicture(picture, { width, height }).context.getImageData(0, 0, width, height);
}
