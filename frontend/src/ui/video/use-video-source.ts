import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Returns the address to play: a new one, of an optimised file or with a later expiry, replaces that of a playing video
 * only once it is paused or has ended; a paused one continues from its position. `replace` takes the new address
 * at once, for a file that is deleted.
 */
export function useVideoSource(video: RefObject<HTMLVideoElement | null>, latest: string) {
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
    source,
    release,
    replace,
    isLatest: source === latest,
    /** Restores the position; on `loadedmetadata`. */
    restore() {
      if (video.current && position.current > 0) video.current.currentTime = position.current;
      position.current = 0;
    },
  };
}

const isPlaying = ({ paused, ended }: HTMLVideoElement): boolean => !paused && !ended;
