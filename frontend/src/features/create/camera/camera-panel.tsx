import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTexts } from '../../../lib/i18n.ts';
import { useConfirmBeforeUnload } from '../../../lib/use-confirm-before-unload.ts';
import { useCloseOnBack } from '../../../ui/close-on-back.ts';
import { Confirm } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { headClass } from './camera-frame.ts';
import type { CameraMode } from './camera-modes.ts';
import { CaptureReview } from './capture-review.tsx';
import { LiveView } from './live-view.tsx';
import { ProblemView } from './problem-view.tsx';
import type { RecordingEnd } from './recording-rules.ts';
import { useCamera, useRetryOnceAllowed } from './use-camera.ts';
import { useRecording } from './use-recording.ts';

export interface CameraPanelProps {
  open: boolean;
  onClose: () => void;
  /** The kinds of capture on offer; the first is chosen. */
  modes: readonly CameraMode[];
  onPhoto: (file: File) => void;
  onVideo: (file: File) => void;
  /** File types that the draft accepts: a person without a camera chooses a file, which closes the panel. */
  types: readonly string[];
  onFiles: (files: File[]) => void;
}

/** A captured picture or video, until it is used or discarded. */
interface Capture {
  mode: CameraMode;
  file: File;
  end: RecordingEnd | null;
}

/** The camera in full screen: the live view, then a review of what was captured. Nothing captured is lost unasked. */
export function CameraPanel(props: CameraPanelProps) {
  if (!props.open) return null;
  return <OpenPanel {...props} />;
}

function OpenPanel({ onClose, modes, onPhoto, onVideo, types, onFiles }: CameraPanelProps) {
  const { t } = useTexts('create');
  const [chosen, setMode] = useState<CameraMode>('photo');
  const mode = modes.find((each) => each === chosen) ?? modes[0] ?? 'photo';
  const [capture, setCapture] = useState<Capture | null>(null);
  const camera = useCamera({
    active: capture === null,
    isVideo: mode === 'video',
    onUnplugged: () => recording.stop('unplugged'),
  });
  const fileName = t('create.camera.file');
  const recording = useRecording(camera.opened, fileName, (file, end) => setCapture({ mode, file, end }));
  const isRecording = recording.state !== 'idle';
  useRetryOnceAllowed(camera, isRecording);
  const leave = useLeaving(isRecording, capture !== null, { onStop: recording.stop, onClose });
  const use = ({ mode: of, file }: Capture) => {
    (of === 'photo' ? onPhoto : onVideo)(file);
    onClose();
  };
  return (
    <Frame view={capture ? 'review' : camera.problem ? 'problem' : 'live'} onClose={leave.request}>
      {capture ? (
        <CaptureReview {...capture} onUse={() => use(capture)} onRepeat={() => setCapture(null)} />
      ) : camera.problem ? (
        <ProblemView problem={camera.problem} onRetry={camera.retry} types={types} onFiles={onFiles} />
      ) : (
        <LiveView
          mode={mode}
          modes={modes}
          onMode={setMode}
          camera={camera}
          recording={recording}
          onPhoto={(file) => setCapture({ mode: 'photo', file, end: null })}
        />
      )}
      <Confirm
        open={leave.confirming}
        closesOnBack={false}
        title={t(capture?.mode === 'video' ? 'create.camera.discardVideo' : 'create.camera.discardPhoto')}
        text={t('create.camera.discardText')}
        confirm={t('create.camera.discard')}
        onConfirm={onClose}
        onClose={leave.stay}
      />
    </Frame>
  );
}

interface FrameProps {
  /** The name of the shown view. */
  view: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The full screen, with its title and the cross. Always dark, whatever the theme, as the lightbox is. The focus is on the
 * main control of the view.
 */
function Frame({ view, onClose, children }: FrameProps) {
  const { t } = useTexts('create');
  const popup = useRef<HTMLDivElement>(null);
  const mainControl = () => popup.current?.querySelector<HTMLElement>('[data-main]');
  const focusMain = useEffectEvent(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.getAttribute('role') === 'dialog';
    if (isLost) mainControl()?.focus({ preventScroll: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has removed the control with the focus
  useEffect(() => focusMain(), [view]);
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Popup
          ref={popup}
          data-theme="dark"
          initialFocus={() => mainControl() ?? true}
          className="fixed inset-0 z-40 grid grid-cols-1 grid-rows-[auto_minmax(0,1fr)] sideways:grid-rows-1 bg-[oklch(0.1_0.01_50)] text-[oklch(0.95_0.02_80)] outline-none"
        >
          <div className={headClass}>
            <Base.Title className="font-semibold text-body sideways:sr-only">{t('create.camera.name')}</Base.Title>
            <Base.Close
              render={<IconButton label={t('ui.close')} tip="none" icon={<X />} className="text-current" />}
            />
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Leaving stops a recording, and asks before a capture is discarded; Back does the same as the cross. */
function useLeaving(
  isRecording: boolean,
  isCaptured: boolean,
  { onStop, onClose }: { onStop: () => void; onClose: () => void },
) {
  const [confirming, setConfirming] = useState(false);
  const request = () => {
    if (isRecording) onStop();
    else if (isCaptured) setConfirming((before) => !before);
    else onClose();
  };
  useConfirmBeforeUnload(isRecording || isCaptured);
  useCloseOnBack(true, onClose);
  useCloseOnBack(isRecording || isCaptured, request, { persists: true });
  return { confirming: confirming && isCaptured, request, stay: () => setConfirming(false) };
}
