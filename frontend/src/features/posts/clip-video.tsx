import { VideoOff, Volume2, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import { isBrowserShortcut } from '../../lib/browser-shortcut.ts';
import { formatElapsed } from '../../lib/format-elapsed.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useRefetchPost } from '../../lib/post-changes.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PlaySign } from '../../ui/video/play-sign.tsx';
import type { Post, PostVideo } from './api.ts';
import { type Sound, seekOf, usePlayback } from './use-playback.ts';

interface ClipVideoProps {
  post: Post;
  video: PostVideo;
  /** Its accessible name. */
  name: string;
  sound: Sound;
  /** Whether something is open over it: it pauses, and keys are not meant for it. */
  isCovered: boolean;
}

/** A video that fills its parent, in a loop: a press or space plays and pauses it, M mutes it, a slider seeks. */
export function ClipVideo({ post, video, name, sound, isCovered }: ClipVideoProps) {
  const { t } = useTexts('video');
  const refetch = useRefetchPost(post);
  if (!video.url)
    return (
      <Middle>
        <VideoOff aria-hidden="true" className="size-6" />
        <span className="text-caption">{t('video.lost')}</span>
      </Middle>
    );
  return <Player video={video} name={name} sound={sound} isCovered={isCovered} refetch={refetch} />;
}

const Middle = ({ children }: { children: ReactNode }) => (
  <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 text-fg-muted">{children}</div>
);

type PlayerProps = Omit<ClipVideoProps, 'post'> & { refetch: () => Promise<unknown> };

function Player({ video, name, sound, isCovered, refetch }: PlayerProps) {
  const { t } = useTexts('video');
  const { isBroken, retry, ...playback } = usePlayback({ video, sound, isCovered, refetch });
  const { attributes, isPlaying, seconds, toggle, seek } = playback;
  if (isBroken)
    return (
      <Middle>
        <ErrorState error={null} fallback={t('video.broken')} onRetry={retry} />
      </Middle>
    );
  return (
    <>
      <video
        {...attributes}
        aria-label={name}
        muted={sound.muted}
        loop
        playsInline
        tabIndex={-1}
        poster={video.poster || undefined}
        preload="auto"
        className="absolute inset-0 size-full object-contain"
      />
      <button
        type="button"
        aria-label={t(isPlaying ? 'video.pause' : 'video.start')}
        onClick={toggle}
        className="focus-ring absolute inset-0 grid touch-none place-items-center rounded-[inherit] focus-visible:-outline-offset-4"
      >
        {!isPlaying && <PlaySign />}
      </button>
      <IconButton
        label={t(sound.muted ? 'video.unmute' : 'video.mute')}
        tip="none"
        icon={sound.muted ? <VolumeX /> : <Volume2 />}
        onClick={sound.toggle}
        className="absolute! top-[max(0.75rem,env(safe-area-inset-top))] right-15 z-10 bg-scrim text-fg! backdrop-blur-md"
      />
      <Progress {...seconds} onSeek={seek} />
    </>
  );
}

interface ProgressProps {
  /** Seconds. */
  at: number;
  total: number;
  onSeek: (at: number) => void;
}

/** The position in the video. */
function Progress({ at, total, onSeek }: ProgressProps) {
  const { t } = useTexts('video');
  return (
    <input
      type="range"
      aria-label={t('video.position')}
      aria-valuetext={t('video.positionOf', {
        at: formatElapsed(Math.round(at) * 1_000),
        total: formatElapsed(Math.round(total) * 1_000),
      })}
      min={0}
      max={total || 1}
      step="any"
      value={Math.min(at, total || 1)}
      onChange={({ currentTarget }) => onSeek(Number(currentTarget.value))}
      onKeyDown={(event) => {
        const by = seekOf(event.key, total);
        if ((by === 0 && event.key !== 'Home') || isBrowserShortcut(event)) return;
        event.preventDefault();
        // The slider shows the beginning a moment longer than the video is there, and would not change.
        onSeek(event.key === 'Home' ? 0 : at + by);
      }}
      className="focus-ring absolute inset-x-3 bottom-[max(0.5rem,env(safe-area-inset-bottom))] z-10 h-6 w-auto cursor-pointer rounded-full accent-ember"
    />
  );
}
