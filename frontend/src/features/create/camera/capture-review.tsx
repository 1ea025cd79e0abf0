import { Check, Download, RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import { useTexts } from '../../../lib/i18n.ts';
import { saveBlob } from '../../../lib/save-file.ts';
import { usePreview } from '../../../lib/use-preview.ts';
import { Button } from '../../../ui/button.tsx';
import { LocalVideo } from '../local-video.tsx';
import type { CameraMode } from './camera-modes.ts';
import type { RecordingEnd } from './recording-rules.ts';
import { useFocusOnMount } from './use-focus-on-mount.ts';

interface CaptureReviewProps {
  mode: CameraMode;
  file: File;
  /** Why the recording has ended by itself. */
  end: RecordingEnd | null;
  onUse: () => void;
  onRepeat: () => void;
}

/** Shows what was captured; the camera is off. */
export function CaptureReview({ mode, file, end, onUse, onRepeat }: CaptureReviewProps) {
  const { t } = useTexts('create');
  const button = useRef<HTMLButtonElement>(null);
  useFocusOnMount(button);
  return (
    <div className="flex min-h-0 flex-col">
      <p role="status" className="text-pretty px-5 pb-2 text-center text-small empty:hidden">
        {end && t(`create.camera.ended.${end}`)}
      </p>
      {mode === 'photo' ? (
        <Photo file={file} />
      ) : (
        <LocalVideo file={file} muted={false} className="min-h-0 grow bg-transparent" />
      )}
      <div className="flex shrink-0 flex-wrap items-center justify-center gap-3 p-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <Button icon={<RotateCcw />} onClick={onRepeat}>
          {t('create.camera.repeat')}
        </Button>
        <Button ref={button} data-main variant="primary" icon={<Check />} onClick={onUse}>
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
  return (
    <div className="grid min-h-0 grow grid-rows-1 place-items-center">
      {src && <img src={src} alt={file.name} className="max-h-full min-h-0 max-w-full object-contain" />}
    </div>
  );
}
