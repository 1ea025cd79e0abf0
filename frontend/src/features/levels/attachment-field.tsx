import { submissionFileMaxMb } from '@limits/tribes';
import { X } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { PictureField } from '../../ui/files/picture-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { FileLine } from './attached-file.tsx';

const pictures = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const rules = { types: [...pictures, 'application/pdf', 'text/plain'], maxMb: submissionFileMaxMb } as const;

interface AttachmentFieldProps {
  file: File | null;
  /** Upload progress, 0 to 1; null while it is not being sent. */
  sent: number | null;
  onPick: (file: File | null) => void;
}

/** The attachment of a submission: a picture, which is previewed, or a PDF or text file, by its name and size. */
export function AttachmentField({ file, sent, onPick }: AttachmentFieldProps) {
  const { t } = useTexts('challenges', 'members');
  return (
    <div className="grid grid-cols-1 gap-2">
      {file && !pictures.includes(file.type) ? (
        <div className="flex items-center gap-3 rounded-md bg-sunken p-3">
          <FileLine name={file.name} sizeBytes={file.size}>
            {sent === null && (
              <IconButton
                label={t('challenges.removeFile', { name: file.name })}
                tip="none"
                icon={<X />}
                onClick={() => onPick(null)}
              />
            )}
          </FileLine>
        </div>
      ) : (
        <PictureField
          label={t('challenges.attach')}
          alt={t('challenges.pictureChosen')}
          file={file}
          url={null}
          rules={rules}
          problemText={(reason) =>
            reason === 'size'
              ? t('challenges.fileTooLarge', { max: submissionFileMaxMb })
              : t(reason === 'empty' ? 'pictures.empty' : 'challenges.fileType')
          }
          onPick={onPick}
        />
      )}
      {file && sent !== null && <ProgressBar label={t('challenges.sending', { name: file.name })} value={sent} />}
    </div>
  );
}
