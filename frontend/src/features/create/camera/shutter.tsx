import { Pause, Play } from 'lucide-react';
import { useTexts } from '../../../lib/i18n.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { isSecondPress } from '../../../ui/single-press.ts';
import type { CameraMode } from './camera-modes.ts';
import type { Recording } from './use-recording.ts';

interface ShutterProps {
  mode: CameraMode;
  isRecording: boolean;
  /** The picture of the camera is shown. */
  isReady: boolean;
  onPress: () => void;
}

/** Takes a picture, or starts and stops a recording. It has the focus while the camera still opens. */
export function Shutter({ mode, isRecording, isReady, onPress }: ShutterProps) {
  const { t } = useTexts('create');
  const label =
    mode === 'photo' ? t('create.camera.takePhoto') : t(isRecording ? 'create.camera.stop' : 'create.camera.record');
  return (
    <button
      data-main
      type="button"
      aria-label={label}
      aria-disabled={!isReady || undefined}
      onClick={(event) => isReady && !isSecondPress(event) && onPress()}
      className="pressable focus-ring grid size-18 place-items-center rounded-full border-4 border-current aria-disabled:cursor-not-allowed aria-disabled:opacity-45"
    >
      <span
        className={cx(
          'transition-[border-radius,width,height] duration-150',
          isRecording ? 'size-7 rounded-[0.3rem]' : 'size-14 rounded-full',
          mode === 'photo' ? 'bg-current' : 'bg-danger-fill',
        )}
      />
    </button>
  );
}

export function PauseButton({ recording: { state, pause, resume } }: { recording: Recording }) {
  const { t } = useTexts('create');
  const isPaused = state === 'paused';
  return (
    <IconButton
      label={t(isPaused ? 'create.camera.resume' : 'create.camera.pause')}
      tip="none"
      icon={isPaused ? <Play /> : <Pause />}
      className="text-current"
      onClick={isPaused ? resume : pause}
    />
  );
}
