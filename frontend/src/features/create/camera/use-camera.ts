import { useEffect, useEffectEvent, useState } from 'react';
import { type CameraProblem, findCameraProblem, findMissingSupport } from './camera-problem.ts';
import { type CameraWish, nextCamera, type OpenCamera, openCamera, stopCamera } from './open-camera.ts';

export interface Camera {
  /** Null while it opens, and after a problem. */
  opened: OpenCamera | null;
  problem: CameraProblem | null;
  /** The device that the person does not allow. */
  refused: 'camera' | 'microphone' | null;
  /** Opens it again. */
  retry: () => void;
  /** Changes to the next camera; undefined when there is only one. */
  switchOver: (() => void) | undefined;
}

interface CameraOptions {
  /** The camera is off, and its light with it, while this is false. */
  active: boolean;
  isVideo: boolean;
  /** The camera was unplugged, or its permission revoked. */
  onUnplugged: () => void;
}

/** The camera of the device, open while it is active. */
export function useCamera({ active, isVideo, onUnplugged }: CameraOptions): Camera {
  const [opened, setOpened] = useState<OpenCamera | null>(null);
  const [problem, setProblem] = useState<CameraProblem | null>(null);
  const [wish, setWish] = useState<CameraWish>({ facing: 'environment' });
  const [attempt, setAttempt] = useState(0);
  const retry = () => setAttempt((before) => before + 1);
  const endByDevice = useEffectEvent(() => {
    setProblem('unplugged');
    onUnplugged();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens it again
  useEffect(() => {
    if (!active) return;
    const missing = findMissingSupport(window.isSecureContext, navigator.mediaDevices);
    setProblem(missing);
    if (missing) return;
    let isCurrent = true;
    let own: OpenCamera | null = null;
    const close = () => {
      isCurrent = false;
      if (own) stopCamera(own);
      setOpened(null);
    };
    const end = () => {
      if (isCurrent) endByDevice();
      close();
    };
    openCamera(wish, isVideo).then(
      (camera) => {
        if (!isCurrent) return stopCamera(camera);
        own = camera;
        const [track] = camera.stream.getVideoTracks();
        track?.addEventListener('ended', end);
        // It may have ended before anybody listened.
        if (track?.readyState === 'ended') return end();
        setOpened(camera);
      },
      (error: unknown) => isCurrent && setProblem(findCameraProblem(error)),
    );
    return close;
  }, [active, isVideo, wish, attempt]);

  const refused = problem === 'denied' ? 'camera' : opened?.soundProblem === 'denied' ? 'microphone' : null;
  return {
    opened,
    problem,
    refused,
    retry,
    switchOver: opened && opened.deviceIds.length > 1 ? () => setWish(nextCamera(opened)) : undefined,
  };
}

/** Opens the camera again when the person allows what was refused, in the settings of the browser. */
export function useRetryOnceAllowed({ refused, retry }: Camera, isRecording: boolean): void {
  const notify = useEffectEvent(() => {
    // Another stream would end the recording: the next one has sound.
    if (!isRecording) retry();
  });
  useEffect(() => {
    if (!refused) return;
    let isCurrent = true;
    let status: PermissionStatus | undefined;
    const onChange = () => status?.state === 'granted' && notify();
    // Some browsers do not report this permission.
    const query = navigator.permissions?.query({ name: refused }).catch(() => undefined);
    void query?.then((found) => {
      if (!isCurrent) return;
      status = found;
      status?.addEventListener('change', onChange);
    });
    return () => {
      isCurrent = false;
      status?.removeEventListener('change', onChange);
    };
  }, [refused]);
}
