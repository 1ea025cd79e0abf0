import { RotateCw, VideoOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { Picture } from '../picture.tsx';
import { markPlaying } from './one-playing.ts';
import { PlaySign } from './play-sign.tsx';
import { useVideoSource } from './use-video-source.ts';

export interface VideoPlayerProps {
  /** Empty when the file is no longer stored. */
  src: string;
  /** The address of a picture; empty if there is none. */
  poster: string;
  lqip: string | null;
  /** Its accessible name. */
  label: string;
  /** Whether it may play: false while another slide is shown. */
  active?: boolean;
  /** Begins at once, and takes the focus. */
  autoPlay?: boolean;
  /** Fetches the address again, which may have expired, or whose file was replaced. */
  refetch?: (() => Promise<unknown>) | undefined;
  className?: string;
}

/**
 * A video in the space of its parent: its poster and a play button, then the controls of the browser. It starts muted;
 * only one plays at a time, and it pauses when it leaves the screen.
 */
export function VideoPlayer(props: VideoPlayerProps) {
  const { src, label, className } = props;
  const { t } = useTexts('video');
  if (src) return <StoredVideo {...props} />;
  return (
    <VideoNote className={className}>
      <VideoOff aria-hidden="true" className="size-6" />
      <span className="sr-only">{label}</span>
      <span className="text-balance text-caption">{t('video.lost')}</span>
    </VideoNote>
  );
}

function VideoNote({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    <div className={cx('grid place-content-center justify-items-center gap-2 bg-sunken p-3 text-fg-muted', className)}>
      {children}
    </div>
  );
}

function StoredVideo({ src, poster, lqip, label, active = true, autoPlay = false, ...rest }: VideoPlayerProps) {
  const { refetch = nothingToFetch, className } = rest;
  const video = useRef<HTMLVideoElement>(null);
  const [started, setStarted] = useState(autoPlay);
  const { attributes, release, isBroken, ...broken } = useVideoSource(video, { latest: src, refetch, mayPlay: active });
  useOnScreen(video, isBroken);
  useEffect(() => {
    if (autoPlay) play(video.current);
  }, [autoPlay]);
  const start = () => {
    setStarted(true);
    play(video.current);
  };
  if (isBroken) return <BrokenVideo className={className} {...broken} />;
  return (
    <div data-theme="dark" className={cx('relative overflow-hidden bg-sunken', className)}>
      <video
        ref={video}
        {...attributes}
        aria-label={label}
        controls={started}
        muted
        playsInline
        tabIndex={started ? 0 : -1}
        preload={started ? 'auto' : poster ? 'none' : 'metadata'}
        onPlay={({ currentTarget }) => {
          setStarted(true);
          markPlaying(currentTarget);
        }}
        onPause={release}
        onEnded={release}
        className="focus-ring relative size-full object-contain"
      />
      {!started && <PlayButton poster={poster} lqip={lqip} label={label} onPlay={start} />}
    </div>
  );
}

function PlayButton({
  poster,
  lqip,
  label,
  onPlay,
}: Pick<VideoPlayerProps, 'poster' | 'lqip' | 'label'> & { onPlay: () => void }) {
  const { t } = useTexts('video');
  return (
    <button
      type="button"
      aria-label={t('video.play', { name: label })}
      onClick={onPlay}
      className="focus-ring group absolute inset-0 grid cursor-pointer place-items-center rounded-[inherit] focus-visible:-outline-offset-4"
    >
      {(poster || lqip) && <Poster poster={poster} lqip={lqip} />}
      <PlaySign className="relative transition-transform group-hover:scale-105" />
    </button>
  );
}

function Poster({ poster, lqip }: Pick<VideoPlayerProps, 'poster' | 'lqip'>) {
  if (poster) return <Picture src={poster} lqip={lqip} alt="" fit="contain" className="absolute! inset-0 bg-sunken" />;
  return <img src={lqip ?? ''} alt="" className="absolute inset-0 size-full scale-110 object-cover blur-xl" />;
}

interface BrokenVideoProps {
  className: string | undefined;
  isRetrying: boolean;
  retry: () => void;
}

function BrokenVideo({ className, isRetrying, retry }: BrokenVideoProps) {
  const { t } = useTexts('video');
  return (
    <VideoNote className={className}>
      <VideoOff aria-hidden="true" className="size-6" />
      <span role="alert" className="text-balance text-caption">
        {t('video.broken')}
      </span>
      <Button size="sm" icon={<RotateCw />} loading={isRetrying} onClick={retry}>
        {t('ui.retry')}
      </Button>
    </VideoNote>
  );
}

const nothingToFetch = async () => undefined;

/** Plays with the keyboard focus. A browser that saves power may refuse; the controls are shown then. */
function play(video: HTMLVideoElement | null): void {
  video?.focus({ preventScroll: true });
  video?.play().catch(() => undefined);
}

/** Pauses a video that leaves the screen. A broken one has no element. */
function useOnScreen(video: React.RefObject<HTMLVideoElement | null>, isBroken: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another element replaces that of a broken video
  useEffect(() => {
    if (!video.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => !isIntersecting)) video.current?.pause();
      },
      { threshold: 0.25 },
    );
    observer.observe(video.current);
    return () => observer.disconnect();
  }, [isBroken, video]);
}
