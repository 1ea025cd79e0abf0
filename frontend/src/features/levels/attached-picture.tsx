import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { cx } from '../../ui/cx.ts';
import { Lightbox } from '../../ui/lightbox.tsx';
import { Picture } from '../../ui/picture.tsx';

interface AttachedPictureProps {
  src: string;
  lqip: string | null;
  /** Its size. */
  className: string;
}

/** A picture attached to a submission; a press shows it full screen. */
export function AttachedPicture({ src, lqip, className }: AttachedPictureProps) {
  const { t } = useTexts('challenges');
  const [open, setOpen] = useState<number | null>(null);
  const alt = t('challenges.attachment');
  return (
    <>
      <button
        type="button"
        aria-label={alt}
        className={cx('focus-ring max-w-full justify-self-start rounded-md', className)}
        onClick={() => setOpen(0)}
      >
        <Picture src={src} lqip={lqip} alt="" className="size-full rounded-md" />
      </button>
      <Lightbox pictures={[{ src, alt }]} index={open} onIndex={setOpen} onClose={() => setOpen(null)} />
    </>
  );
}
