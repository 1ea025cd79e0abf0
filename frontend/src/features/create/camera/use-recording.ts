import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OpenCamera } from './open-camera.ts';
import { isAtLimit, type RecordingEnd } from './recording-rules.ts';
import { type RecordedListener, VideoRecorder } from './video-recorder.ts';

interface ShownRecording {
  state: 'idle' | 'recording' | 'paused';
  ms: number;
  bytes: number;
}

export interface Recording extends ShownRecording {
  /** The browser cannot begin to record this camera. */
  failed: boolean;
  start: () => void;
  pause: () => void;
  resume: () => void;
  /** Ends it; `onRecorded` receives its file. */
  stop: (end?: RecordingEnd) => void;
}

const TICK_MS = 250;
const idle: ShownRecording = { state: 'idle', ms: 0, bytes: 0 };

/**
 * Records the camera until `stop`, the limits of the server, the page being hidden (phones take the camera away from
 * such a page), or the camera being unplugged. `onRecorded` receives whatever was recorded.
 */
export function useRecording(camera: OpenCamera | null, prefix: string, onRecorded: RecordedListener): Recording {
  const current = useRef<VideoRecorder | null>(null);
  const [shown, setShown] = useState(idle);
  const [failed, setFailed] = useState(false);
  const stop = (end?: RecordingEnd) => current.current?.stop(end);
  const show = () => {
    if (!current.current) return;
    const { state, ms, bytes } = current.current;
    setShown({ state, ms, bytes });
    if (isAtLimit(ms, bytes)) stop('limit');
  };
  const finish: RecordedListener = (file, end) => {
    // The screen may be closed: nobody awaits its file.
    if (!current.current) return;
    current.current = null;
    setShown(idle);
    if (file.size > 0) onRecorded(file, end);
  };
  const start = () => {
    if (!camera || current.current) return;
    try {
      current.current = new VideoRecorder(camera, prefix, finish);
      setFailed(false);
      show();
    } catch {
      setFailed(true);
    }
  };
  const change = (by: (recorder: VideoRecorder) => void) => () => {
    if (current.current) by(current.current);
    show();
  };
  useWhileRecording(shown.state !== 'idle', show, () => stop('hidden'));
  useEffect(
    () => () => {
      const last = current.current;
      current.current = null;
      last?.stop();
    },
    [],
  );
  return {
    ...shown,
    failed,
    start,
    pause: change((each) => each.pause()),
    resume: change((each) => each.resume()),
    stop,
  };
}

function useWhileRecording(active: boolean, onTick: () => void, onHidden: () => void): void {
  const tick = useEffectEvent(onTick);
  const hide = useEffectEvent(onHidden);
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => tick(), TICK_MS);
    const listen = () => document.visibilityState === 'hidden' && hide();
    document.addEventListener('visibilitychange', listen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', listen);
    };
  }, [active]);
}
