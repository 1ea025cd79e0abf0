import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { isOnVideoControls } from '../../ui/video/video-controls.ts';
import { isHorizontal, stepOf } from './swipe.ts';

interface MediaCarouselProps {
  /** The accessible name. */
  label: string;
  count: number;
  slide: (index: number, isShown: boolean) => ReactNode;
}

/** Several pictures and videos, one at a time: swipe, dots, arrow keys, and arrows for pointers. */
export function MediaCarousel({ label, count, slide }: MediaCarouselProps) {
  const { t } = useTexts('video');
  const [index, setIndex] = useState(0);
  const go = (to: number) => setIndex(Math.min(count - 1, Math.max(0, to)));
  const { drag, handlers } = useSwipe((step) => go(index + step));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    // The arrow keys of a playing video move its position.
    if (!step || event.target instanceof HTMLVideoElement) return;
    event.preventDefault();
    go(index + step);
  };
  return (
    <section
      // Always dark, whatever the theme: its controls lie on pictures.
      data-theme="dark"
      aria-label={label}
      onKeyDown={onKeyDown}
      {...handlers}
      className="absolute inset-0 touch-pan-y select-none overflow-hidden rounded-md bg-sunken"
    >
      <div
        className={cx('flex size-full', drag === 0 && 'transition-transform duration-240')}
        style={{ transform: `translateX(calc(${-100 * index}% + ${drag}px))` }}
      >
        {Array.from({ length: count }, (_, each) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slide is identified by its index
          <div key={each} inert={each !== index} className="relative size-full shrink-0 overflow-hidden">
            {slide(each, each === index)}
          </div>
        ))}
      </div>
      {index > 0 && (
        <Arrow className="left-3" label={t('ui.previous')} icon={<ChevronLeft />} onPress={() => go(index - 1)} />
      )}
      {index < count - 1 && (
        <Arrow className="right-3" label={t('ui.next')} icon={<ChevronRight />} onPress={() => go(index + 1)} />
      )}
      <Dots count={count} index={index} onGo={go} />
    </section>
  );
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

/** Above the slides, where the controls of a video are not. */
function Dots({ count, index, onGo }: { count: number; index: number; onGo: (index: number) => void }) {
  const { t } = useTexts('video');
  return (
    <div className="absolute inset-x-0 top-1 mx-auto flex w-fit rounded-full bg-scrim px-1">
      {Array.from({ length: count }, (_, each) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified by its index
          key={each}
          type="button"
          aria-label={t('video.show', { number: each + 1, total: count })}
          aria-current={each === index ? 'true' : undefined}
          onClick={() => onGo(each)}
          className="focus-ring grid size-7 place-items-center rounded-full"
        >
          <span
            className={cx(
              'h-2 rounded-full bg-fg transition-[width,opacity]',
              each === index ? 'w-4' : 'w-2 opacity-60',
            )}
          />
        </button>
      ))}
    </div>
  );
}

interface Start {
  x: number;
  y: number;
  at: number;
}

/** Follows a finger or a pointer; `onStep` is called at its end. A swipe is no press of what is below it. */
function useSwipe(onStep: (step: -1 | 1) => void) {
  const start = useRef<Start | null>(null);
  const isSwipe = useRef(false);
  const [drag, setDrag] = useState(0);
  const moved = ({ clientX, clientY }: PointerEvent, { x, y }: Start) => ({ x: clientX - x, y: clientY - y });
  function release(event: PointerEvent): void {
    const from = start.current;
    start.current = null;
    setDrag(0);
    if (!from) return;
    const width = event.currentTarget.clientWidth;
    const step = stepOf({ ...moved(event, from), ms: event.timeStamp - from.at, width });
    if (step !== 0) onStep(step);
  }
  return {
    drag,
    handlers: {
      onPointerDown(event: PointerEvent) {
        isSwipe.current = false;
        if (!event.isPrimary || event.button > 0 || isOnVideoControls(event)) return;
        start.current = { x: event.clientX, y: event.clientY, at: event.timeStamp };
      },
      onPointerMove(event: PointerEvent) {
        if (!start.current) return;
        const by = moved(event, start.current);
        isSwipe.current ||= isHorizontal(by);
        if (isSwipe.current) setDrag(by.x);
      },
      onPointerUp: release,
      onPointerCancel() {
        start.current = null;
        setDrag(0);
      },
      onPointerLeave: release,
      onClickCapture(event: React.MouseEvent) {
        if (isSwipe.current) {
          event.preventDefault();
          event.stopPropagation();
        }
        isSwipe.current = false;
      },
      onDragStart: (event: React.DragEvent) => event.preventDefault(),
    },
  };
}
