import { ImageOff } from 'lucide-react';
import { useTexts } from '../lib/i18n.ts';
import { cx } from './cx.ts';

interface LostPictureProps {
  /** Width divided by height of the lost picture. */
  ratio?: number;
  className?: string;
}

/** Replaces a picture that is no longer stored: reserves its space, with a message. */
export function LostPicture({ ratio, className }: LostPictureProps) {
  const { t } = useTexts();
  return (
    <span
      className={cx(
        'grid place-content-center justify-items-center gap-1.5 overflow-hidden bg-sunken p-2 text-center text-fg-muted',
        className,
      )}
      style={{ aspectRatio: ratio }}
    >
      <ImageOff aria-hidden="true" className="size-5" />
      <span className="text-balance text-caption">{t('ui.pictureLost')}</span>
    </span>
  );
}
