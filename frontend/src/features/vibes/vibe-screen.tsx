import { type Ref, useImperativeHandle, useRef } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { SafetyButton } from '../../lib/safety-button.tsx';
import { useMe } from '../../lib/session.ts';
import { useView } from '../../lib/use-view.ts';
import { cx } from '../../ui/cx.ts';
import type { Post } from './api.ts';
import { Carousel, type CarouselHandle } from './carousel.tsx';
import { type LiveHandle, LiveVibe } from './live-vibe.tsx';
import { VibeCaption } from './vibe-caption.tsx';

/** Vibes within this distance of the active one load their pictures; the others release them. */
const NEAR = 1;
/** Part 2, section 2, Vibes. */
const DIM_BEYOND = 2;

export interface VibeHandle {
  scrollIntoView: (behavior: ScrollBehavior) => void;
  /** Moves the keyboard focus to it. */
  focus: () => void;
  stepPicture: (by: 1 | -1) => void;
}

interface VibeScreenProps {
  vibe: Post;
  /** Distance to the active vibe, in vibes; negative above it. */
  away: number;
  round: number;
  /** Whether the vibe was opened by a link. */
  highlighted: boolean;
  ref: Ref<VibeHandle>;
}

/** One vibe, as high as the viewport. */
export function VibeScreen({ vibe, away, round, highlighted, ref }: VibeScreenProps) {
  const { t } = useTexts('vibes');
  const me = useMe();
  const screen = useRef<HTMLElement>(null);
  const carousel = useRef<CarouselHandle>(null);
  const live = useRef<LiveHandle>(null);
  const near = Math.abs(away) <= NEAR;
  const lqip = (vibe.images[0] ?? vibe.videos[0])?.lqip;
  useView(vibe, screen);
  useImperativeHandle(ref, () => ({
    scrollIntoView: (behavior) => screen.current?.scrollIntoView({ behavior, block: 'start' }),
    focus: () => screen.current?.querySelector('button')?.focus({ preventScroll: true }),
    stepPicture: (by) => carousel.current?.step(by),
  }));
  return (
    <article
      ref={screen}
      aria-label={vibe.user.name}
      className={cx(
        'relative grid h-full snap-start snap-always place-items-center overflow-hidden transition-opacity duration-240',
        Math.abs(away) > DIM_BEYOND && 'opacity-55',
      )}
    >
      {lqip && (
        <img
          src={lqip}
          alt=""
          aria-hidden="true"
          className="absolute inset-0 size-full scale-125 object-cover opacity-45 blur-3xl [mask-image:radial-gradient(closest-side,black,transparent)] max-lg:hidden light:opacity-40"
        />
      )}
      <div
        data-theme="dark"
        className="relative h-full w-(--stage-w) overflow-hidden bg-sunken text-fg lg:h-(--stage-h) lg:rounded-xl lg:shadow-float"
      >
        <Carousel
          ref={carousel}
          vibe={vibe}
          near={near}
          active={away === 0}
          round={round}
          name={vibe.user.name}
          onTap={(event) => live.current?.tap(event)}
        />
        <VibeCaption vibe={vibe} />
        {away === 0 && <LiveVibe ref={live} vibe={vibe} />}
        {me && me.id !== vibe.user.id && near && (
          <div className="absolute right-5 bottom-20 z-20 rounded-full bg-scrim shadow-float backdrop-blur-md lg:bottom-26">
            <SafetyButton
              label={t('ui.more')}
              person={vibe.user}
              tribeId={vibe.tribeId}
              report={{ kind: 'vibe', postId: vibe.id }}
              className="text-fg!"
            />
          </div>
        )}
        <span
          aria-hidden="true"
          className={cx(
            'pointer-events-none absolute inset-0 z-20 rounded-[inherit] border-4 border-moss shadow-[inset_0_0_48px_var(--moss)] transition-opacity duration-240',
            !highlighted && 'opacity-0',
          )}
        />
      </div>
    </article>
  );
}
