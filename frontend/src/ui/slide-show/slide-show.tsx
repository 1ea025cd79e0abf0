import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';
import { type SlidePicture, SlideText, slideSizes } from '../slide.tsx';

export interface ShownSlide {
  id: string;
  title: string;
  text: string;
  gradient: string;
  picture?: SlidePicture | undefined;
  /** The address of a video without sound, played in a loop. */
  video?: string | undefined;
}

interface SlideShowProps {
  slides: readonly [ShownSlide, ...ShownSlide[]];
  /** The labels of its controls; `go` names the target of a dot. */
  labels: { show: string; pause: string; play: string; go: (slide: ShownSlide, number: number) => string };
  className?: string;
}

const EVERY_MS = 7_000;
const wantsNoMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * A slide show; each slide appears once its picture has loaded. It pauses while it is hovered or has the focus. With
 * reduced motion nothing moves and no video plays until the person starts it.
 */
export function SlideShow({ slides, labels, className }: SlideShowProps) {
  const [isPaused, setPaused] = useState(false);
  const show = useShow(slides, isPaused);
  return (
    <section
      aria-label={labels.show}
      className={cx('relative overflow-hidden rounded-xl shadow-card', className)}
      onPointerEnter={({ pointerType }) => setPaused(pointerType === 'mouse')}
      onPointerLeave={() => setPaused(false)}
      onFocus={({ target }) => setPaused(target.matches(':focus-visible'))}
      onBlur={() => setPaused(false)}
    >
      {slides.map((slide, number) => (
        <ShownFigure
          key={slide.id}
          slide={slide}
          isShown={number === show.index}
          // The next slide is loaded ahead, the others when their turn is near.
          isNear={number === show.index || number === show.next}
          isPlaying={show.isPlaying}
          onReady={() => show.setReady(slide.id)}
        />
      ))}
      <Controls slides={slides} labels={labels} show={show} />
    </section>
  );
}

function useShow(slides: readonly ShownSlide[], isPaused: boolean) {
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(() => !wantsNoMotion());
  const [ready, setReady] = useState<ReadonlySet<string>>(new Set());
  const index = Math.min(at, slides.length - 1);
  const next = (index + 1) % slides.length;
  const upcoming = slides[next];
  const isNextThere = upcoming !== undefined && (!upcoming.picture || ready.has(upcoming.id));
  const advances = slides.length > 1 && isPlaying && !isPaused && isNextThere;
  useEffect(() => {
    if (!advances) return;
    const timer = setTimeout(() => setAt(next), EVERY_MS);
    return () => clearTimeout(timer);
  }, [advances, next]);
  return {
    index,
    next,
    isPlaying,
    go: setAt,
    turn: () => setPlaying(!isPlaying),
    setReady: (id: string) => setReady((before) => new Set([...before, id])),
  };
}

/** The play button, and a dot for each slide. */
function Controls({ slides, labels, show }: Omit<SlideShowProps, 'className'> & { show: ReturnType<typeof useShow> }) {
  const { index, isPlaying, go, turn } = show;
  const moves = slides.length > 1 || slides.some(({ video }) => video);
  return (
    <div data-theme="dark" className="absolute inset-x-3 bottom-2 flex items-center gap-1 text-fg sm:inset-x-5">
      {moves && (
        <IconButton
          size="sm"
          tip="none"
          label={isPlaying ? labels.pause : labels.play}
          icon={isPlaying ? <Pause /> : <Play />}
          className="bg-scrim"
          onClick={turn}
        />
      )}
      {slides.length > 1 &&
        slides.map((slide, number) => (
          <button
            key={slide.id}
            type="button"
            aria-label={labels.go(slide, number + 1)}
            aria-current={number === index ? 'true' : undefined}
            onClick={() => go(number)}
            className="focus-ring group grid h-8 w-7 place-items-center rounded-full"
          >
            <span className="h-1.5 w-4 rounded-full bg-fg/45 transition-colors group-aria-current:bg-ember" />
          </button>
        ))}
    </div>
  );
}

interface FigureProps {
  slide: ShownSlide;
  isShown: boolean;
  isNear: boolean;
  isPlaying: boolean;
  onReady: () => void;
}

function ShownFigure({ slide, isShown, isNear, isPlaying, onReady }: FigureProps) {
  const { title, text, gradient, picture, video } = slide;
  // A slide that was near once stays mounted: it may be fading out.
  const [wasNear, setWasNear] = useState(isNear);
  if (isNear && !wasNear) setWasNear(true);
  return (
    <figure
      data-gradient={gradient}
      inert={!isShown}
      aria-hidden={!isShown}
      className={cx('absolute inset-0 transition-opacity duration-240', isShown ? 'opacity-100' : 'opacity-0')}
    >
      {picture && wasNear && (
        <img
          src={picture.src}
          srcSet={picture.srcSet}
          sizes={slideSizes}
          alt=""
          decoding="sync"
          onLoad={onReady}
          onError={onReady}
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {video && wasNear && <Loop src={video} isPlaying={isShown && isPlaying} />}
      <SlideText title={title} text={text} />
    </figure>
  );
}

/** A looping video without sound while it should play. */
function Loop({ src, isPlaying }: { src: string; isPlaying: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    // A browser that saves power may refuse to play; the slide's colour and first picture are shown then.
    if (isPlaying) video.current?.play().catch(() => undefined);
    else video.current?.pause();
  }, [isPlaying]);
  return (
    <video
      ref={video}
      src={src}
      muted
      loop
      playsInline
      disablePictureInPicture
      preload="metadata"
      aria-hidden="true"
      tabIndex={-1}
      className="absolute inset-0 size-full object-cover"
    />
  );
}
