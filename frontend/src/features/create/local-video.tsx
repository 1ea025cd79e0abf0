import { type SyntheticEvent, useState } from 'react';
import { usePreview } from '../../lib/use-preview.ts';
import { cx } from '../../ui/cx.ts';

interface LocalVideoProps {
  file: File;
  muted?: boolean;
  className?: string;
}

/** Seconds: behind the end of any video. */
const BEHIND_END = 1_000_000;

/** A recording has no duration in its head: the browser finds it by going to the end. Returns handlers for that. */
export function useFullDuration() {
  const [isSearching, setSearching] = useState(false);
  return {
    isSearching,
    handlers: {
      onLoadedMetadata({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) {
        if (video.duration !== Number.POSITIVE_INFINITY) return;
        setSearching(true);
        video.currentTime = BEHIND_END;
      },
      onSeeked({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) {
        if (!isSearching) return;
        setSearching(false);
        video.currentTime = 0;
      },
    },
  };
}

/** A video of this device, before it is sent. */
export function LocalVideo({ file, muted = true, className }: LocalVideoProps) {
  const src = usePreview(file);
  const { isSearching, handlers } = useFullDuration();
  return (
    <div className={cx('grid w-full overflow-hidden bg-sunken', className)}>
      {src && (
        <video
          src={src}
          aria-label={file.name}
          controls={!isSearching}
          muted={muted}
          playsInline
          preload="metadata"
          {...handlers}
          className="size-full min-h-0 object-contain"
        />
      )}
    </div>
  );
}
