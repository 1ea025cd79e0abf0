import { Dialog as Base } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { isBrowserShortcut } from '../lib/browser-shortcut.ts';
import { useTexts } from '../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../lib/lazy.tsx';
import { useCloseOnBack } from './close-on-back.ts';
import { cx } from './cx.ts';
import { ErrorState } from './error-state.tsx';
import { IconButton } from './icon-button.tsx';
import { LostPicture } from './lost-picture.tsx';
import { lightboxStep } from './swipe.ts';
import { useSwipe } from './use-swipe.ts';
import type { VideoPlayerProps } from './video/video-player.tsx';

/** Arrows are for pointers; touch screens swipe, which the player of another site does not pass on. */
const arrowClass = (content: ReactNode) =>
  cx('-translate-y-1/2 absolute top-1/2 rounded-full bg-sunken/70', content === undefined && 'max-lg:hidden');

/** As high and as wide as the space between the header and the caption; pictures and videos have equal margins. */
const frameClass = 'grid min-h-0 min-w-0 lg:px-2 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)]';

interface LightboxPicture {
  src: string;
  alt: string;
  /** The picture is no longer stored. */
  lost?: boolean;
  /** It is a video, whose address is `src`. */
  video?: Pick<VideoPlayerProps, 'poster' | 'lqip' | 'refetch'>;
  /** Shown instead of a picture, such as the player of another site. */
  content?: ReactNode;
}

const VideoPlayer = lazyComponent(async () => (await import('./video/video-player.tsx')).VideoPlayer);

export interface LightboxProps {
  pictures: LightboxPicture[];
  /** The index of the picture; null when closed. */
  index: number | null;
  onIndex: (index: number) => void;
  onClose: () => void;
  /** The caption below the picture. */
  about?: ReactNode;
}

/** Shows pictures and videos full screen: arrow keys, swipe, Escape, Back; of a video space and M. */
export function LightboxPanel({ pictures, index, onIndex, onClose, about }: LightboxProps) {
  const { t } = useTexts();
  useCloseOnBack(index !== null, onClose);
  const popup = useRef<HTMLDivElement>(null);
  const shown = index === null ? undefined : pictures[index];

  const canGo = (step: number) => pictures[(index ?? 0) + step] !== undefined;
  function go(step: number): void {
    if (canGo(step)) onIndex((index ?? 0) + step);
  }

  const { drag, handlers } = useSwipe({ axis: 'x', stepOf: lightboxStep, canStep: canGo, onStep: go });
  const onKeyDown = useLightboxKeys(popup, index !== null, go);

  if (!shown || index === null) return null;
  const isLast = index === pictures.length - 1;
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        {/* Always dark, whatever the theme: pictures look best on it. */}
        <Base.Popup
          ref={popup}
          data-theme="dark"
          className="fixed inset-0 z-50 grid touch-pan-y grid-rows-[auto_1fr_auto] bg-[oklch(0.1_0.01_50)] text-[oklch(0.95_0.02_80)] outline-none"
          onKeyDown={onKeyDown}
          {...handlers}
        >
          <div className="flex items-center justify-between p-3 pl-5">
            <Base.Title className="tabular font-medium font-text text-small">
              {t('ui.pictureOf', { number: index + 1, total: pictures.length })}
            </Base.Title>
            {/* Once: hidden at the last, it does not begin again at the others. */}
            {pictures.length > 1 && (
              <p className={cx('mr-auto ml-2 animate-leave text-caption lg:hidden', isLast && 'invisible')}>
                {`· ${t('ui.swipeOn')}`}
              </p>
            )}
            <Base.Close
              render={<IconButton label={t('ui.close')} tip="none" icon={<X />} className="text-current" />}
            />
          </div>
          <div
            key={index}
            className={cx(frameClass, drag === 0 && 'transition-transform duration-200')}
            style={{ transform: `translateX(${drag}px)` }}
          >
            <Shown {...shown} />
          </div>
          {!about && <div aria-hidden="true" className="h-17 max-lg:hidden" />}
          {about && (
            <div className="mx-auto w-full max-w-2xl px-5 pt-2 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
              {about}
            </div>
          )}
          {index > 0 && (
            <div className={cx('left-4', arrowClass(shown.content))}>
              <IconButton label={t('ui.previous')} tip="none" icon={<ChevronLeft />} onClick={() => go(-1)} />
            </div>
          )}
          {!isLast && (
            <div className={cx('right-4', arrowClass(shown.content))}>
              <IconButton label={t('ui.next')} tip="none" icon={<ChevronRight />} onClick={() => go(1)} />
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'target' | 'preventDefault'>;

/**
 * Returns the key handler of the popup; the focus reaches it a moment after it opens, and until then the window
 * listens.
 */
function useLightboxKeys(popup: RefObject<HTMLElement | null>, isOpen: boolean, go: (step: number) => void) {
  const onKeyDown = (event: KeyPress) => {
    const { key, target } = event;
    if (isBrowserShortcut(event)) return;
    if (key === 'ArrowLeft') go(-1);
    else if (key === 'ArrowRight') go(1);
    else if (!(target instanceof HTMLButtonElement) && pressVideoKey(popup.current, key)) event.preventDefault();
    // The arrow keys would also move the position of a video.
    if (key === 'ArrowLeft' || key === 'ArrowRight') event.preventDefault();
  };
  const onOutside = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof Element && target.closest('[role="dialog"]'))) onKeyDown(event);
  });
  useEffect(() => {
    if (!isOpen) return;
    const listen = (event: KeyboardEvent) => onOutside(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOpen]);
  return onKeyDown;
}

/** Space plays and pauses the video of the lightbox, M mutes it. Returns whether the key was one of them. */
function pressVideoKey(popup: HTMLElement | null, key: string): boolean {
  const video = popup?.querySelector('video');
  if (!video) return false;
  if (key === 'm' || key === 'M') video.muted = !video.muted;
  else if (key !== ' ') return false;
  else if (video.paused) video.play().catch(() => undefined);
  else video.pause();
  return true;
}

function Shown({ src, alt, lost, video, content }: LightboxPicture) {
  if (content) return <div className="min-h-0 min-w-0">{content}</div>;
  if (video)
    return (
      <div className="relative min-h-0 min-w-0">
        <LazyPart failed={(error, retry) => <ErrorState error={error} onRetry={retry} />}>
          <VideoPlayer src={src} {...video} label={alt} autoPlay className="absolute! inset-0 bg-transparent" />
        </LazyPart>
      </div>
    );
  if (lost) return <LostPicture ratio={4 / 3} className="m-auto w-full max-w-lg" />;
  return (
    <img
      src={src}
      alt={alt}
      draggable={false}
      className="m-auto max-h-full min-h-0 max-w-full select-none object-contain"
    />
  );
}
