import { ChevronDown, ChevronUp, RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Post } from './api.ts';
import { useHighlight } from './use-highlight.ts';
import { useVibeKeys } from './use-vibe-keys.ts';
import { type VibeHandle, VibeScreen } from './vibe-screen.tsx';

/** The next page is loaded this many vibes before the end. */
const AHEAD = 3;

interface VibesFeedProps {
  vibes: Post[];
  /** The id of the vibe in the link. */
  highlight: string | null;
  hasMore: boolean;
  loading: boolean;
  onMore: () => void;
  onRefresh: () => void;
}

/** The vibes of a tribe as a vertical feed, one per viewport. */
export function VibesFeed({ vibes, highlight, hasMore, loading, onMore, onRefresh }: VibesFeedProps) {
  const screens = useRef(new Map<number, VibeHandle>());
  const [active, setActive] = useState(0);
  const [round, setRound] = useState(0);
  const goTo = (index: number, behavior: ScrollBehavior) => screens.current.get(index)?.scrollIntoView(behavior);
  const more = () => {
    if (hasMore && !loading) onMore();
  };
  const move = (by: number) => {
    const next = Math.min(vibes.length - 1, Math.max(0, active + by));
    goTo(next, Math.abs(next - active) > 1 ? 'instant' : 'smooth');
    screens.current.get(next)?.focus();
  };
  useVibeKeys({ move, stepPicture: (by) => screens.current.get(active)?.stepPicture(by) });
  const highlighted = useHighlight({ highlight, vibes, goTo: (index) => goTo(index, 'instant'), more });

  function follow(box: HTMLElement): void {
    const index = Math.round(box.scrollTop / Math.max(1, box.clientHeight));
    if (index === active) return;
    setActive(index);
    if (index >= vibes.length - AHEAD) more();
  }

  return (
    <>
      <div
        onScroll={({ currentTarget }) => follow(currentTarget)}
        className="h-full snap-y snap-mandatory overflow-y-auto overscroll-y-contain [scrollbar-width:none]"
      >
        {vibes.map((vibe, index) => (
          <VibeScreen
            key={vibe.id}
            ref={(handle) => {
              if (handle) screens.current.set(index, handle);
              else screens.current.delete(index);
            }}
            vibe={vibe}
            away={index - active}
            round={round}
            highlighted={vibe.id === highlighted}
          />
        ))}
      </div>
      <Announced vibe={vibes[active]} number={active + 1} total={vibes.length} />
      <FeedControls
        atStart={active === 0}
        atEnd={active >= vibes.length - 1}
        onMove={move}
        onRefresh={() => {
          setRound(round + 1);
          onRefresh();
        }}
      />
    </>
  );
}

/** Announces the active vibe to screen readers. */
function Announced({ vibe, number, total }: { vibe: Post | undefined; number: number; total: number }) {
  const { t } = useTexts('vibes');
  return (
    <VisuallyHidden>
      <span aria-live="polite">
        {vibe && t('vibes.active', { number, total, name: vibe.user.name, text: vibe.content })}
      </span>
    </VisuallyHidden>
  );
}

interface FeedControlsProps {
  atStart: boolean;
  atEnd: boolean;
  onMove: (by: 1 | -1) => void;
  onRefresh: () => void;
}

/** Buttons: up and down next to the vibe on a desktop, refresh on it. */
function FeedControls({ atStart, atEnd, onMove, onRefresh }: FeedControlsProps) {
  const { t } = useTexts('vibes');
  return (
    <div className="pointer-events-none absolute inset-0 mx-auto w-(--stage-w)">
      <div className="pointer-events-auto absolute bottom-14 left-full z-20 ml-5 grid gap-3 rounded-full bg-raised/80 p-1 shadow-card max-lg:hidden">
        <IconButton label={t('vibes.previous')} icon={<ChevronUp />} disabled={atStart} onClick={() => onMove(-1)} />
        <IconButton label={t('vibes.next')} icon={<ChevronDown />} disabled={atEnd} onClick={() => onMove(1)} />
      </div>
      <div
        data-theme="dark"
        className="pointer-events-auto absolute right-5 bottom-6 z-20 rounded-full bg-scrim shadow-float backdrop-blur-md lg:bottom-12"
      >
        <IconButton
          label={t('vibes.refresh')}
          title={t('vibes.refresh')}
          icon={<RotateCw />}
          tip="none"
          className="text-fg!"
          onClick={onRefresh}
        />
      </div>
    </div>
  );
}
