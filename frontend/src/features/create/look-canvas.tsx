import { ImageOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { drawPicture, fitInto, loadPicture } from './bake.ts';
import { applyLook, type Look } from './look.ts';

/** Longest side of a preview in pixels: enough for a sharp phone, and fast enough to follow the slider. */
const SIDES = { large: 720, small: 160 };

interface LookCanvasProps {
  file: File;
  look: Look;
  /** The description of the picture. */
  label: string;
  /** For the element around it, which the picture covers or, with `contain`, lies in. */
  className: string;
  fit?: 'cover' | 'contain';
  size?: keyof typeof SIDES;
  children?: ReactNode;
}

/** A picture with a look, as it will be sent. One that cannot be read shows the reason and a retry, a small one an icon. */
export function LookCanvas({ file, look, label, className, fit = 'cover', size = 'large', children }: LookCanvasProps) {
  const { t } = useTexts('create', 'members');
  const [attempt, setAttempt] = useState(0);
  const source = useSource(file, SIDES[size], attempt);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (typeof source === 'string' || !canvas.current) return;
    const { width, height } = source;
    const shown = new ImageData(new Uint8ClampedArray(source.data), width, height);
    applyLook({ pixels: shown.data, width, height, top: 0 }, look);
    canvas.current.width = width;
    canvas.current.height = height;
    canvas.current.getContext('2d')?.putImageData(shown, 0, 0);
  }, [source, look]);
  return (
    <div className={cx('relative overflow-hidden bg-hover', className)} aria-busy={source === 'loading' || undefined}>
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
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          className={cx('size-full', fit === 'cover' ? 'object-cover' : 'object-contain')}
        />
      )}
      {children}
    </div>
  );
}

/** The pixels of a picture, reduced; loaded once per file and attempt. */
function useSource(file: File, side: number, attempt: number): ImageData | 'loading' | 'failed' {
  const [source, setSource] = useState<ImageData | 'loading' | 'failed'>('loading');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let isCurrent = true;
    const show = (next: ImageData | 'failed') => isCurrent && setSource(next);
    setSource('loading');
    readPixels(file, side).then(show, () => show('failed'));
    return () => {
      isCurrent = false;
    };
  }, [file, side, attempt]);
  return source;
}

async function readPixels(file: File, side: number): Promise<ImageData> {
  const picture = await loadPicture(file);
  const natural = { width: picture.naturalWidth, height: picture.naturalHeight };
  const { width, height } = fitInto(natural, side, side * side);
  return drawPicture(picture, { width, height }).context.getImageData(0, 0, width, height);
}
