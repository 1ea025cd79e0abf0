import { type RefObject, useEffect, useRef, useState } from 'react';

interface VideoSource {
  /** The current address. */
  latest: string;
  /** Fetches the address again. */
  refetch: () => Promise<unknown>;
  /** It is paused, and does not continue by itself, while this is false. */
  mayPlay: boolean;
}

interface Resume {
  /** The position to restore, seconds. */
  at: number;
  /** Whether it was playing. */
  plays: boolean;
  /** Whether the control with the focus was replaced by the player. */
  focuses: boolean;
}

/**
 * Returns the attributes of a video element for its address: a new one, of an optimised file or with a later expiry,
 * replaces that of a playing video only once it is paused or has ended, which calls `release`; a failed one is replaced
 * at once. The video continues from its position, and plays if it did. `isBroken` when the latest address has failed,
 * until there is another one or `retry` is called, which calls `refetch` before.
 */
export function useVideoSource(video: RefObject<HTMLVideoElement | null>, { latest, refetch, mayPlay }: VideoSource) {
  const [source, setSource] = useState(latest);
  const [failed, setFailed] = useState<string | null>(null);
  const [isRetrying, setRetrying] = useState(false);
  const isBroken = failed === latest;
  // Without an attempt with the old address.
  if (failed === source && !isBroken) setSource(latest);
  const resume = useResume(video, mayPlay);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address stops the video
  useEffect(() => {
    if (!isBroken) resume.start();
  }, [source, isBroken]);
  const replace = () => {
    resume.remember();
    setSource(latest);
  };
  const release = () => {
    if (source !== latest && !(video.current && isPlaying(video.current))) replace();
  };
  useEffect(release);
  useEffect(() => {
    if (!mayPlay) video.current?.pause();
  }, [mayPlay, video]);
  async function retry(): Promise<void> {
    setRetrying(true);
    resume.takeFocus();
    await refetch();
    // The address may be the same: the line was interrupted, or the server was away.
    setFailed(null);
    setRetrying(false);
  }
  return {
    release,
    isBroken,
    isRetrying,
    retry: () => void retry(),
    attributes: {
      src: source,
      onLoadedMetadata: resume.seek,
      onError() {
        replace();
        if (source === latest) setFailed(latest);
      },
    },
  };
}

/** Restores position and playback when the file of a video is replaced. */
function useResume(video: RefObject<HTMLVideoElement | null>, mayPlay: boolean) {
  const resume = useRef<Resume>({ at: 0, plays: false, focuses: false });
  return {
    start() {
      const { plays, focuses } = resume.current;
      Object.assign(resume.current, { plays: false, focuses: false });
      if (plays && mayPlay) video.current?.play().catch(() => undefined);
      if (focuses) focusPlayer(video.current);
    },
    remember() {
      const element = video.current;
      if (!element) return;
      // The position of a file that has not been loaded yet is still to be restored.
      resume.current.at = element.ended ? 0 : element.currentTime || resume.current.at;
      resume.current.plays = isPlaying(element);
    },
    takeFocus() {
      resume.current.focuses = true;
    },
    seek() {
      if (video.current && resume.current.at > 0) video.current.currentTime = resume.current.at;
      resume.current.at = 0;
    },
  };
}

const isPlaying = ({ paused, ended }: HTMLVideoElement): boolean => !paused && !ended;

/** The button over the video, or the video; unless the focus is elsewhere by now. */
function focusPlayer(video: HTMLVideoElement | null): void {
  if (document.activeElement !== document.body) return;
  (video?.parentElement?.querySelector('button') ?? video)?.focus({ preventScroll: true });
}
