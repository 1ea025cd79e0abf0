import { useEffect, useRef, useState } from 'react';
import { useScreenKeys } from '../../lib/use-screen-keys.ts';
import { markPlaying } from '../../ui/video/one-playing.ts';
import { useVideoSource } from '../../ui/video/use-video-source.ts';
import type { PostVideo } from './api.ts';

export interface Sound {
  muted: boolean;
  /** Whether the person has neither chosen nor pressed anything yet. */
  untouched: boolean;
  toggle: () => void;
  /** Turns the sound on, unless the person has chosen. */
  onGesture: () => void;
}

const SEEKS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };
/** Seconds. */
const seekMax = 5;

/** Returns by how many seconds an arrow key moves the position, fewer in a short video; 0 for other keys. */
export const seekOf = (key: string, total: number): number => (SEEKS[key] ?? 0) * Math.min(seekMax, total / 10);

const prefersStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A browser that saves power may refuse to play; a press plays it then. */
const play = (video: HTMLVideoElement | null) => void video?.play().catch(() => undefined);

interface PlaybackProps {
  video: PostVideo;
  sound: Sound;
  isCovered: boolean;
  /** Fetches the address again. */
  refetch: () => Promise<unknown>;
}

/** Plays a video at once, unless a person prefers reduced motion; returns its state and the actions of a player. */
export function usePlayback({ video, sound, isCovered, refetch }: PlaybackProps) {
  const element = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const { seconds, setSeconds, measures } = useSeconds(video);
  const file = { latest: video.url, refetch, mayPlay: !isCovered };
  const { attributes, release, ...source } = useVideoSource(element, file);
  useEffect(() => {
    if (!prefersStill()) play(element.current);
  }, []);

  /** The first press turns the sound on; later ones pause. */
  function toggle(): void {
    const turnsSoundOn = sound.untouched;
    sound.onGesture();
    if (element.current?.paused) play(element.current);
    else if (!turnsSoundOn) element.current?.pause();
  }
  function seek(at: number): void {
    const within = Math.min(Math.max(0, at), seconds.total);
    sound.onGesture();
    if (element.current) element.current.currentTime = within;
    setSeconds({ ...seconds, at: within });
  }
  usePlayerKeys(!isCovered, {
    toggle,
    mute: sound.toggle,
    seek: (key) => seek(seconds.at + seekOf(key, seconds.total)),
  });

  return {
    ...source,
    isPlaying,
    seconds,
    toggle,
    seek,
    attributes: {
      ref: element,
      ...attributes,
      ...measures,
      onPlay({ currentTarget }: { currentTarget: HTMLVideoElement }) {
        setPlaying(true);
        markPlaying(currentTarget);
      },
      onError() {
        setPlaying(false);
        attributes.onError();
      },
      onPause() {
        setPlaying(false);
        release();
      },
    },
  };
}

/** The position and the duration, and the handlers that read them from the element. */
function useSeconds({ durationMs }: PostVideo) {
  const [seconds, setSeconds] = useState({ at: 0, total: durationMs / 1_000 });
  const measure = ({ currentTarget: { currentTime, duration } }: { currentTarget: HTMLVideoElement }) =>
    // The file of a camera may not contain its duration.
    setSeconds(({ total }) => ({ at: currentTime, total: Number.isFinite(duration) ? duration : total }));
  return { seconds, setSeconds, measures: { onDurationChange: measure, onTimeUpdate: measure } };
}

interface PlayerKeys {
  toggle: () => void;
  mute: () => void;
  seek: (key: string) => void;
}

function usePlayerKeys(isActive: boolean, { toggle, mute, seek }: PlayerKeys): void {
  useScreenKeys(({ key }) => {
    if (!isActive) return;
    if (key === 'm') mute();
    else if (key in SEEKS) seek(key);
    // A focused button is pressed by the space bar itself.
    else if (key === ' ' && !(document.activeElement instanceof HTMLButtonElement)) toggle();
  });
}
