import { useTexts } from '../../lib/i18n.ts';
import { AttachedFile } from './attached-file.tsx';
import { AttachedPicture } from './attached-picture.tsx';
import type { ReviewedSubmission } from './path-api.ts';

/** The challenge and the submitted answer. */
export function SubmissionContent({ submission }: { submission: ReviewedSubmission }) {
  const { t } = useTexts('challenges');
  const { challenge, text, hint, imageUrl, imageLqip, file, attachmentLost } = submission;
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
      {imageUrl && <AttachedPicture src={imageUrl} lqip={imageLqip} className="h-60 w-90" />}
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
