import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../ui/cx.ts';
import { Dots } from '../ui/dots.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { carouselStep } from '../ui/swipe.ts';
import { useSwipe } from '../ui/use-swipe.ts';
import { isBrowserShortcut } from './browser-shortcut.ts';
import { useTexts } from './i18n.ts';

/** More items have no dots, which would not fit on a phone. */
const DOTS_MAX = 8;

export interface SlideState {
  isShown: boolean;
  /** It is shown, or may be swiped to now: its picture is loaded. */
  isNear: boolean;
}

interface MediaCarouselProps {
  /** The accessible name. */
  label: string;
  count: number;
  slide: (index: number, state: SlideState) => ReactNode;
  /** Position of the dots. */
  dots: 'top' | 'bottom';
}

/** Several pictures and videos, one at a time: swipe, dots, arrow keys, and arrows for pointers. */
export function MediaCarousel({ label, count, slide, dots }: MediaCarouselProps) {
  const { t } = useTexts('members');
  const [isUsed, setUsed] = useState(false);
  const { index, show, drag, handlers } = useIndex(count);
  const track = useFocusOnShown(index);
  const edge = dots === 'top' ? 'top-1' : 'bottom-2';
  return (
    // A group, not a landmark: a feed has many of them.
    <fieldset
      // Always dark, whatever the theme: its controls lie on pictures.
      data-theme="dark"
      aria-label={label}
      onFocus={() => setUsed(true)}
      onPointerEnter={() => setUsed(true)}
      {...handlers}
      className="absolute inset-0 min-w-0 touch-pan-y select-none overflow-hidden rounded-md bg-sunken"
    >
      <div
        ref={track}
        className={cx('flex size-full', drag === 0 && 'transition-transform duration-240')}
        style={{ transform: `translateX(calc(${-100 * index}% + ${drag}px))` }}
      >
        {Array.from({ length: count }, (_, each) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slide is identified by its index
          <div key={each} inert={each !== index} className="relative size-full shrink-0 overflow-hidden">
            {slide(each, { isShown: each === index, isNear: Math.abs(each - index) <= (isUsed ? 1 : 0) })}
          </div>
        ))}
      </div>
      {index > 0 && (
        <Arrow className="left-3" label={t('ui.previous')} icon={<ChevronLeft />} onPress={() => show(index - 1)} />
      )}
      {index < count - 1 && (
        <Arrow className="right-3" label={t('ui.next')} icon={<ChevronRight />} onPress={() => show(index + 1)} />
      )}
      <Position index={index} count={count} onShow={show} className={edge} />
    </fieldset>
  );
}

/** The index of the shown slide, and the handlers that change it. */
function useIndex(count: number) {
  const [index, setIndex] = useState(0);
  const canShow = (at: number) => at >= 0 && at < count;
  const show = (at: number) => canShow(at) && setIndex(at);
  const { drag, handlers } = useSwipe({
    axis: 'x',
    stepOf: carouselStep,
    canStep: (step) => canShow(index + step),
    onStep: (step) => show(index + step),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    // The arrow keys of a playing video move its position.
    if (!step || isBrowserShortcut(event) || event.target instanceof HTMLVideoElement) return;
    event.preventDefault();
    show(index + step);
  };
  return { index, show, drag, handlers: { onKeyDown, ...handlers } };
}

interface PositionProps {
  index: number;
  count: number;
  onShow: (index: number) => void;
  className: string;
}

/** "2 of 5", for screen readers only where dots show it. */
function Position({ index, count, onShow, className }: PositionProps) {
  const { t } = useTexts('members');
  const hasDots = count <= DOTS_MAX;
  const pill = 'tabular absolute inset-x-0 mx-auto w-fit rounded-full bg-scrim px-3 py-1 text-caption text-fg';
  return (
    <>
      <p aria-live="polite" className={hasDots ? 'sr-only' : cx(pill, className)}>
        {t('ui.pictureOf', { number: index + 1, total: count })}
      </p>
      {hasDots && (
        <Dots
          count={count}
          shown={index}
          nameOf={(each) => t('posts.showSlide', { number: each + 1, total: count })}
          onShow={onShow}
          className={className}
        />
      )}
    </>
  );
}

/**
 * When the slide, or the arrow, that had the focus is hidden, the focus goes to the first control of the shown slide.
 * Returns the ref of the element whose children are the slides.
 */
function useFocusOnShown(index: number) {
  const track = useRef<HTMLDivElement>(null);
  const before = useRef(index);
  useLayoutEffect(() => {
    if (before.current === index) return;
    before.current = index;
    const { activeElement } = document;
    if (activeElement !== document.body && !track.current?.contains(activeElement)) return;
    track.current?.children[index]?.querySelector<HTMLElement>('button, a[href]')?.focus({ preventScroll: true });
  }, [index]);
  return track;
}

interface ArrowProps {
  label: string;
  icon: ReactNode;
  className: string;
  onPress: () => void;
}

const Arrow = ({ label, icon, className, onPress }: ArrowProps) => (
  <div className={cx('-translate-y-1/2 absolute top-1/2 rounded-full bg-scrim text-fg max-lg:hidden', className)}>
    <IconButton label={label} tip="none" icon={icon} className="text-current" onClick={onPress} />
  </div>
);
