import { type SyntheticEvent, useState } from 'react';
import { usePreview } from '../../lib/use-preview.ts';
import { cx } from '../../ui/cx.ts';

interface LocalVideoProps {
  file: File;
  muted?: boolean;
  className?: string;
}

/** Seconds: past the end of any video. */
const PAST_END = 1_000_000;

/** A recording has no duration in its head: the browser finds it by going to the end. Returns handlers for that. */
export function useFullDuration() {
  const [isSeeking, setSeeking] = useState(false);
  return {
    isSeeking,
    handlers: {
      onLoadedMetadata({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) {
        if (video.duration !== Number.POSITIVE_INFINITY) return;
        setSeeking(true);
        video.currentTime = PAST_END;
      },
      onSeeked({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) {
        if (!isSeeking) return;
        setSeeking(false);
        video.currentTime = 0;
      },
    },
  };
}

/** A video of this device, before it is sent. */
export function LocalVideo({ file, muted = true, className }: LocalVideoProps) {
  const src = usePreview(file);
  const { isSeeking, handlers } = useFullDuration();
  return (
    <div className={cx('grid w-full overflow-hidden bg-sunken', className)}>
      {src && (
        <video
          src={src}
          aria-label={file.name}
          controls={!isSeeking}
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
