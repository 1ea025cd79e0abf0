import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Lightbox } from '../../ui/lightbox.tsx';
import { Picture } from '../../ui/picture.tsx';
import { AttachedFile } from './attached-file.tsx';
import type { ReviewedSubmission } from './path-api.ts';

/** The challenge and the submitted answer. */
export function SubmissionContent({ submission }: { submission: ReviewedSubmission }) {
  const { t } = useTexts('challenges');
  const [open, setOpen] = useState<number | null>(null);
  const { challenge, text, hint, imageUrl, imageLqip, file, attachmentLost } = submission;
  const alt = t('challenges.attachment');
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="grid gap-1">
        <h3 className="font-bold">{challenge.title}</h3>
        {challenge.prompt && (
          <p className="whitespace-pre-line text-pretty text-fg-muted text-small">
            <span className="sr-only">{t('challenges.review.asked')}: </span>
            {challenge.prompt}
          </p>
        )}
      </div>
      {text && <p className="whitespace-pre-line text-pretty rounded-md bg-sunken p-3.5">{text}</p>}
      {imageUrl && (
        <button
          type="button"
          aria-label={alt}
          className="focus-ring w-90 max-w-full justify-self-start rounded-md"
          onClick={() => setOpen(0)}
        >
          <Picture src={imageUrl} lqip={imageLqip} alt="" className="h-60 w-full rounded-md" />
        </button>
      )}
      {imageUrl && (
        <Lightbox pictures={[{ src: imageUrl, alt }]} index={open} onIndex={setOpen} onClose={() => setOpen(null)} />
      )}
      {file && <AttachedFile file={file} />}
      {attachmentLost && <p className="text-fg-muted text-small">{t('challenges.attachmentLost')}</p>}
      {hint && (
        <p className="text-small">
          <span className="font-semibold">{t('challenges.review.hint')}:</span> {hint}
        </p>
      )}
    </div>
  );
}
