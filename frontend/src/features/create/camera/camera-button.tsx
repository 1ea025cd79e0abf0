import { imagesMax } from '@limits/content';
import { Camera } from 'lucide-react';
import { useTexts } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyOverlay } from '../../../ui/lazy-overlay.tsx';
import type { CreateKind } from '../fields.ts';
import type { Pictures } from '../parts.ts';
import type { Videos } from '../use-videos.ts';
import { modesOf } from './camera-modes.ts';
import type { CameraPanelProps } from './camera-panel.tsx';

const CameraPanel = lazyOverlay<CameraPanelProps>(
  ({ open }) => open,
  async () => (await import('./camera-panel.tsx')).CameraPanel,
);

interface CameraButtonProps {
  kind: CreateKind;
  pictures: Pictures;
  videos: Videos;
  /** A clip that has its video. */
  isComplete: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * Opens the camera for what the draft still accepts; disabled, with the reason, when that is nothing. A clip with its
 * video has no button.
 */
export function CameraButton({ kind, pictures, videos, isComplete, open, onOpenChange }: CameraButtonProps) {
  const modes = modesOf(kind, pictures.list.length, videos.list.length < videos.rules.maxCount);
  return (
    <>
      {!isComplete && (
        <OpenButton isFull={modes.length === 0} videosMax={videos.rules.maxCount} onOpen={onOpenChange} />
      )}
      <CameraPanel
        open={open}
        onClose={() => onOpenChange(false)}
        modes={modes}
        onPhoto={(file) => pictures.choice.take([file])}
        onVideo={(file) => videos.takeRecording(file)}
        types={modes.flatMap((mode) => (mode === 'photo' ? pictures.rules.types : videos.rules.types))}
        onFiles={(files) => {
          pictures.choice.take(files);
          onOpenChange(false);
        }}
      />
    </>
  );
}

interface OpenButtonProps {
  isFull: boolean;
  videosMax: number;
  onOpen: (open: true) => void;
}

function OpenButton({ isFull, videosMax, onOpen }: OpenButtonProps) {
  const { t } = useTexts('create');
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <Button
        wide
        icon={<Camera />}
        disabled={isFull}
        aria-describedby={isFull ? 'camera-full' : undefined}
        onClick={() => onOpen(true)}
      >
        {t('create.camera.name')}
      </Button>
      {isFull && (
        <p id="camera-full" className="text-center text-caption text-fg-muted">
          {t('create.camera.full', { pictures: imagesMax, videos: videosMax })}
        </p>
      )}
    </div>
  );
}
