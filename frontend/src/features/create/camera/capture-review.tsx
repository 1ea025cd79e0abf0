import { Check, Download, RotateCcw } from 'lucide-react';
import { useTexts } from '../../../lib/i18n.ts';
import { saveBlob } from '../../../lib/save-file.ts';
import { usePreview } from '../../../lib/use-preview.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { LocalVideo } from '../local-video.tsx';
import { controlsClass, viewClass } from './camera-frame.ts';
import type { CameraMode } from './camera-modes.ts';
import type { RecordingEnd } from './recording-rules.ts';

interface CaptureReviewProps {
  mode: CameraMode;
  file: File;
  /** Why the recording has ended by itself. */
  end: RecordingEnd | null;
  onUse: () => void;
  onRepeat: () => void;
}

/** In a row; sideways one below the other, with long words on two lines. */
const buttonsClass =
  'flex flex-wrap content-center items-center justify-center gap-3 sideways:flex-col sideways:flex-nowrap sideways:justify-center-safe sideways:[&_.truncate]:whitespace-normal sideways:[&_button]:h-auto sideways:[&_button]:min-h-11 sideways:[&_button]:w-34 sideways:[&_button]:px-1';

/** Shows what was captured; the camera is off. */
export function CaptureReview({ mode, file, end, onUse, onRepeat }: CaptureReviewProps) {
  const { t } = useTexts('create');
  return (
    <div className={viewClass}>
      <div className="relative min-h-0">
        {mode === 'photo' ? (
          <Photo file={file} />
        ) : (
          <LocalVideo file={file} muted={false} className="absolute inset-0 bg-transparent" />
        )}
        <p
          role="status"
          className="absolute inset-x-4 top-0 mx-auto w-fit text-pretty rounded-lg bg-scrim px-4 py-2 text-center text-small empty:hidden"
        >
          {end && t(`create.camera.ended.${end}`)}
        </p>
      </div>
      <div className={cx(controlsClass, buttonsClass)}>
        <Button icon={<RotateCcw />} onClick={onRepeat}>
          {t('create.camera.repeat')}
        </Button>
        <Button data-main variant="primary" icon={<Check />} onClick={onUse}>
          {t(mode === 'photo' ? 'create.camera.usePhoto' : 'create.camera.useVideo')}
        </Button>
        <Button variant="ghost" icon={<Download />} className="text-current" onClick={() => saveBlob(file, file.name)}>
          {t('create.camera.save')}
        </Button>
      </div>
    </div>
  );
}

function Photo({ file }: { file: File }) {
  const src = usePreview(file);
  return src && <img src={src} alt={file.name} className="absolute inset-0 size-full object-contain" />;
}
