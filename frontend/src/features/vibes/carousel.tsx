import { type ComponentProps, type MouseEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { useRefetchPost } from '../../lib/post-changes.ts';
import { cx } from '../../ui/cx.ts';
import { Dots } from '../../ui/dots.tsx';
import { LostPicture } from '../../ui/lost-picture.tsx';
import { Picture } from '../../ui/picture.tsx';
import type { Post, PostImage } from './api.ts';
import { VibeVideo } from './vibe-video.tsx';

/** Below this ratio a picture covers the screen; a wider one is shown uncropped over its blurred copy. */
const FILLS_BELOW = 0.85;

export interface CarouselHandle {
  /** Moves to the next or the previous picture. */
  step: (by: 1 | -1) => void;
}

interface CarouselProps {
  vibe: Post;
  /** Near enough to the screen to load its pictures; otherwise only their placeholders. */
  near: boolean;
  /** Whether this is the active vibe. */
  active: boolean;
  /** Incremented by every refresh, which reloads the pictures. */
  round: number;
  name: string;
  onTap: (event: MouseEvent<HTMLButtonElement>) => void;
  ref: Ref<CarouselHandle>;
}

/** The pictures and videos of a vibe, moved by swiping, arrow keys and dots. */
export function Carousel({ vibe, near, active, round, name, onTap, ref }: CarouselProps) {
  const { t } = useTexts('vibes', 'video');
  const strip = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const { images, videos } = vibe;
  const count = images.length + videos.length;
  const show = (index: number) => {
    const box = strip.current;
    box?.scrollTo({ left: index * box.clientWidth, behavior: 'smooth' });
  };
  useImperativeHandle(ref, () => ({
    step: (by) => show(Math.min(count - 1, Math.max(0, shown + by))),
  }));
  return (
    <>
      <div
        ref={strip}
        onScroll={({ currentTarget: box }) => setShown(Math.round(box.scrollLeft / Math.max(1, box.clientWidth)))}
        className={cx(
          'absolute inset-0 flex rounded-[inherit] [scrollbar-width:none]',
          count > 1 ? 'snap-x snap-mandatory overflow-x-auto overscroll-x-contain' : 'overflow-hidden',
        )}
      >
        {/* Sticky inside the strip: it receives taps, and swipes still scroll the pictures. */}
        {near && (
          <button
            type="button"
            aria-label={t('vibes.tap')}
            onClick={onTap}
            className="sticky left-0 z-10 -mr-[100%] size-full shrink-0 cursor-pointer touch-manipulation select-none rounded-[inherit] focus-visible:-outline-offset-4"
          />
        )}
        {images.map((image, index) => (
          <div key={image.id} className="relative size-full shrink-0 snap-center snap-always overflow-hidden">
            <Slide
              key={round}
              image={image}
              alt={image.alt || t('vibes.picture', { name, number: index + 1 })}
              near={near && Math.abs(index - shown) <= 1}
              eager={active && index === shown}
            />
          </div>
        ))}
        <VideoSlides vibe={vibe} near={near} shown={active ? shown : null} name={name} />
      </div>
      {near && count > 1 && <VibeDots count={count} shown={shown} onShow={show} />}
    </>
  );
}

function VibeDots({ count, ...rest }: Pick<ComponentProps<typeof Dots>, 'count' | 'shown' | 'onShow'>) {
  const { t } = useTexts('vibes', 'video');
  const nameOf = (index: number) => t('vibes.showPicture', { number: index + 1, total: count });
  return <Dots count={count} {...rest} label={t('vibes.pictures')} nameOf={nameOf} className="bottom-2" />;
}

interface VideoSlidesProps {
  vibe: Post;
  near: boolean;
  /** The index of the shown slide; null while the vibe is not active. */
  shown: number | null;
  name: string;
}

/** The videos, after the pictures. */
function VideoSlides({ vibe, near, shown, name }: VideoSlidesProps) {
  const { t } = useTexts('vibes', 'video');
  const refetch = useRefetchPost(vibe);
  const { images, videos } = vibe;
  return videos.map((video, index) => (
    <div key={video.id} className="relative size-full shrink-0 snap-center snap-always overflow-hidden">
      {near && (
        <VibeVideo
          video={video}
          name={t('video.by', { name, number: index + 1 })}
          active={shown === images.length + index}
          refetch={refetch}
        />
      )}
    </div>
  ));
}

interface SlideProps {
  image: PostImage;
  alt: string;
  near: boolean;
  eager: boolean;
}

function Slide({ image, alt, near, eager }: SlideProps) {
  if (image.lost) return <LostPicture className="absolute inset-0" />;
  const fills = image.width / Math.max(1, image.height) < FILLS_BELOW;
  return (
    <>
      {image.lqip && (
        <img
          src={image.lqip}
          alt=""
          aria-hidden="true"
          className={cx('absolute inset-0 size-full scale-110 object-cover blur-2xl', !fills && 'opacity-60')}
        />
      )}
      {near && (
        <Picture
          src={image.variants.large}
          alt={alt}
          fit={fills ? 'cover' : 'contain'}
          eager={eager}
          className="absolute! inset-0 bg-transparent"
        />
      )}
    </>
  );
}
