import { Film } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { formatElapsed } from '../../lib/format-elapsed.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { cx } from '../../ui/cx.ts';
import { useFullDuration } from './local-video.tsx';

/** Seconds: a browser draws a frame only at a time that is asked for. */
const FIRST_FRAME = 0.001;

interface VideoThumbProps {
  file: File;
  /** `square`: in a line of a list. `upright`: alone, as a clip is shown. */
  shape: 'square' | 'upright';
}

/** The first frame of a video of this device and its duration; a sign when the browser cannot read it. */
export function VideoThumb({ file, shape }: VideoThumbProps) {
  const src = usePreview(file);
  const { handlers } = useFullDuration();
  const [seconds, setSeconds] = useState<number | null>(null);
  const [isBroken, setBroken] = useState(false);
  const readDuration = ({ currentTarget: { duration } }: SyntheticEvent<HTMLVideoElement>) =>
    setSeconds(Number.isFinite(duration) ? duration : null);
  return (
    <span
      className={cx(
        'relative grid shrink-0 place-items-center overflow-hidden bg-hover text-fg-faint',
        shape === 'square' ? 'size-16 rounded-sm' : 'mx-auto aspect-9/16 h-60 rounded-md',
      )}
    >
      {src && !isBroken ? (
        <video
          src={`${src}#t=${FIRST_FRAME}`}
          aria-hidden="true"
          tabIndex={-1}
          muted
          playsInline
          preload="metadata"
          {...handlers}
          onDurationChange={readDuration}
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      ) : (
        <Film aria-hidden="true" className="size-6" />
      )}
      {seconds !== null && (
        <span
          data-theme="dark"
          className="tabular absolute right-1 bottom-1 rounded-xs bg-scrim px-1 text-caption text-fg leading-tight"
        >
          {formatElapsed(seconds * 1_000)}
        </span>
      )}
    </span>
  );
}
