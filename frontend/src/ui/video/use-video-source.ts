import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Returns the attributes of a video element for its address: a new one, of an optimised file or with a later expiry,
 * replaces that of a playing video only once it is paused or has ended, which calls `release`; a paused one continues
 * from its position. A failed address is replaced at once; `onBroken` is called when there is no newer one.
 */
export function useVideoSource(video: RefObject<HTMLVideoElement | null>, latest: string, onBroken: () => void) {
  const [source, setSource] = useState(latest);
  /** The position to restore after the replacement, seconds. */
  const position = useRef(0);
  const replace = () => {
    const element = video.current;
    position.current = element && !element.ended ? element.currentTime : 0;
    setSource(latest);
  };
  const release = () => {
    if (source !== latest && !(video.current && isPlaying(video.current))) replace();
  };
  useEffect(release);
  return {
    release,
    attributes: {
      src: source,
      /** Restores the position. */
      onLoadedMetadata() {
        if (video.current && position.current > 0) video.current.currentTime = position.current;
        position.current = 0;
      },
      onError: () => (source === latest ? onBroken() : replace()),
    },
  };
}

const isPlaying = ({ paused, ended }: HTMLVideoElement): boolean => !paused && !ended;
