import { MicOff, SwitchCamera } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { FormError } from '../../../ui/form-error.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { controlsClass, noteClass, viewClass } from './camera-frame.ts';
import type { CameraMode } from './camera-modes.ts';
import { takePhoto } from './captures.ts';
import { ModeTabs } from './mode-tabs.tsx';
import type { OpenCamera } from './open-camera.ts';
import { RecordingMeter } from './recording-meter.tsx';
import { PauseButton, Shutter } from './shutter.tsx';
import type { Camera } from './use-camera.ts';
import type { Recording } from './use-recording.ts';

interface LiveViewProps {
  mode: CameraMode;
  modes: readonly CameraMode[];
  onMode: (mode: CameraMode) => void;
  camera: Camera;
  recording: Recording;
  onPhoto: (file: File) => void;
}

/** The picture of the camera, and its controls. */
export function LiveView({ mode, modes, onMode, camera, recording, onPhoto }: LiveViewProps) {
  const { t } = useTexts('create');
  const { opened, switchOver, retry } = camera;
  const video = useRef<HTMLVideoElement>(null);
  const [shownStream, setShownStream] = useState<MediaStream | null>(null);
  const [failed, setFailed] = useState(false);
  const stream = opened?.stream ?? null;
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  const isReady = stream !== null && shownStream === stream;
  const isRecording = recording.state !== 'idle';
  const press = () => {
    setFailed(false);
    if (isRecording) recording.stop();
    else if (mode === 'video') recording.start();
    else if (video.current) takePhoto(video.current, t('create.camera.file')).then(onPhoto, () => setFailed(true));
  };
  return (
    <div className={viewClass}>
      <div className="relative min-h-0">
        <video
          ref={video}
          aria-label={t('create.camera.view')}
          autoPlay
          muted
          playsInline
          onLoadedData={() => setShownStream(stream)}
          className={cx('absolute inset-0 size-full object-contain', opened && isMirrored(opened) && '-scale-x-100')}
        />
        {!isReady && (
          <p role="status" className="absolute inset-0 grid place-items-center text-small">
            {t('create.camera.opening')}
          </p>
        )}
        {isRecording && <RecordingMeter {...recording} />}
      </div>
      <div className={cx(controlsClass, 'grid grid-cols-1 content-center-safe gap-3')}>
        <div className={noteClass}>
          {(failed || recording.failed) && (
            <FormError>{t(failed ? 'create.camera.photoFailed' : 'create.camera.recordingFailed')}</FormError>
          )}
          {opened?.soundProblem && !isRecording && <SilentNote problem={opened.soundProblem} onRetry={retry} />}
        </div>
        <div className="mx-auto grid w-full max-w-sm grid-cols-[1fr_auto_1fr] items-center gap-4 sideways:grid-cols-1 sideways:justify-items-center sideways:gap-3">
          <span className="sideways:hidden" />
          <Shutter mode={mode} isRecording={isRecording} isReady={isReady} onPress={press} />
          <span className="justify-self-end sideways:min-h-11 sideways:justify-self-center">
            {isRecording && <PauseButton recording={recording} />}
            {!isRecording && switchOver && (
              <IconButton
                label={t('create.camera.switchOver')}
                tip="none"
                icon={<SwitchCamera />}
                className="text-current"
                onClick={switchOver}
              />
            )}
          </span>
        </div>
        {modes.length > 1 && <ModeTabs modes={modes} mode={mode} onMode={onMode} disabled={isRecording} />}
      </div>
    </div>
  );
}

/**
 * A front camera is seen as in a mirror, and webcams report no side. What is captured is never mirrored, as phones do
 * it: texts in it stay readable, and others see it as they see the person.
 */
const isMirrored = ({ facing }: OpenCamera): boolean => facing !== 'environment';

function SilentNote({ problem, onRetry }: { problem: 'denied' | 'missing'; onRetry: () => void }) {
  const { t } = useTexts('create');
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 text-center text-small sideways:mx-auto sideways:rounded-lg sideways:bg-scrim sideways:px-4 sideways:py-2"
    >
      <MicOff aria-hidden="true" className="size-4.5" />
      <span>{t(`create.camera.silent.${problem}`)}</span>
      <Button size="sm" onClick={onRetry}>
        {t('create.camera.retrySound')}
      </Button>
    </div>
  );
}
