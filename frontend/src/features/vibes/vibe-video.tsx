import { Pause, Play, VideoOff, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { markPlaying } from '../../ui/video/one-playing.ts';
import { useVideoSource } from '../../ui/video/use-video-source.ts';
import type { PostVideo } from './api.ts';

interface VibeVideoProps {
  video: PostVideo;
  name: string;
  /** Whether it is the shown slide of the active vibe. */
  active: boolean;
  /** Fetches its address again. */
  refetch: () => Promise<unknown>;
}

/** Elements in which the space bar has another meaning. */
const ELSEWHERE = 'input, textarea, select, button, [role="dialog"], [role="menu"]';
const prefersStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A video of a vibe: muted and in a loop while it is shown, unless a person prefers reduced motion or pauses it. */
export function VibeVideo({ video, name, active, refetch }: VibeVideoProps) {
  const element = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [isMuted, setMuted] = useState(true);
  const { attributes, release, isBroken } = useVideoSource(element, { latest: video.url, refetch, mayPlay: active });
  const toggle = () => setPlayed(element.current, element.current?.paused ?? false);
  useEffect(() => setPlayed(element.current, active && !prefersStill()), [active]);
  const onBroken = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (isBroken) onBroken();
  }, [isBroken]);
  useSpace(active, toggle);
  if (!video.url) return <Lost />;
  return (
    <>
      <video
        ref={element}
        {...attributes}
        aria-label={name}
        muted={isMuted}
        loop
        playsInline
        tabIndex={-1}
        poster={video.poster || undefined}
        preload={active ? 'auto' : 'metadata'}
        onPlay={({ currentTarget }) => {
          setPlaying(true);
          markPlaying(currentTarget);
        }}
        onError={() => {
          setPlaying(false);
          attributes.onError();
        }}
        onPause={() => {
          setPlaying(false);
          release();
        }}
        className="absolute inset-0 size-full bg-sunken object-contain"
      />
      {active && <Controls isPlaying={isPlaying} isMuted={isMuted} onPlay={toggle} onMute={() => setMuted(!isMuted)} />}
    </>
  );
}

/** A browser that saves power may refuse to play; the button plays it then. */
function setPlayed(video: HTMLVideoElement | null, plays: boolean): void {
  if (plays) video?.play().catch(() => undefined);
  else video?.pause();
}

interface ControlsProps {
  isPlaying: boolean;
  isMuted: boolean;
  onPlay: () => void;
  onMute: () => void;
}

function Controls({ isPlaying, isMuted, onPlay, onMute }: ControlsProps) {
  const { t } = useTexts('video');
  return (
    <div className="absolute top-20 right-3 lg:top-4 z-20 grid gap-2">
      <IconButton
        label={t(isPlaying ? 'video.pause' : 'video.start')}
        tip="none"
        icon={isPlaying ? <Pause /> : <Play />}
        onClick={onPlay}
        className="bg-scrim text-fg!"
      />
      <IconButton
        label={t(isMuted ? 'video.unmute' : 'video.mute')}
        tip="none"
        icon={isMuted ? <VolumeX /> : <Volume2 />}
        onClick={onMute}
        className="bg-scrim text-fg!"
      />
    </div>
  );
}

function Lost() {
  const { t } = useTexts('video');
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 text-fg-muted">
      <VideoOff aria-hidden="true" className="size-6" />
      <span className="text-caption">{t('video.lost')}</span>
    </div>
  );
}

/** The space bar plays and pauses the active video, wherever the focus is but on a button or in a field. */
function useSpace(active: boolean, toggle: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest(ELSEWHERE);
    if (event.key !== ' ' || isElsewhere || event.defaultPrevented) return;
    toggle();
    event.preventDefault();
  });
  useEffect(() => {
    if (!active) return;
    const handle = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, [active]);
}
