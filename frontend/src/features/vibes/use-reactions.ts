import { reactionPollMs } from '@limits/vibes-realtime';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { newId } from '../../lib/ids.ts';
import { useMe } from '../../lib/session.ts';
import { toast } from '../../ui/toast.tsx';
import { countQuery, type Post, type ReactionEvent, reactionsSince, sendTap, vibeStream } from './api.ts';
import {
  emptyTally,
  isNews,
  type Tally,
  totalOf,
  withAnswer,
  withCount,
  withEvent,
  withoutTap,
  withTap,
} from './tally.ts';
import type { TapEmoji } from './taps.ts';

/** While the stream is open the count is only the safety net. */
const slowFactor = 6;
/** How long a vibe stays on the screen before its stream is opened. */
const settleMs = 250;

export interface Reactions {
  total: number;
  tap: (emoji: TapEmoji) => void;
}

/**
 * The reactions of the vibe on the screen: counted, live over its stream, by polls while there is none. Mount it for one
 * vibe; another one needs another mount.
 */
export function useReactions(vibe: Post, onNews: (event: ReactionEvent) => void): Reactions {
  const { t } = useTexts();
  const me = useMe();
  const [tally, setTally] = useState<Tally>(() => emptyTally(vibe.user.id));
  // Read when an event comes, between renders.
  const latest = useRef(tally);
  const change = (next: Tally) => {
    latest.current = next;
    setTally(next);
  };
  const receive = useEffectEvent((event: ReactionEvent) => {
    const now = Date.now();
    const news = isNews(latest.current, event, now);
    change(withEvent(latest.current, event, now));
    if (news) onNews(event);
  });
  const [live, setLive] = useState(false);
  const count = useQuery(countQuery(vibe.id, live ? slowFactor : 1));
  const takeCount = useEffectEvent((counted: NonNullable<typeof count.data>) =>
    change(withCount(latest.current, counted)),
  );

  useEffect(() => {
    if (count.data) takeCount(count.data);
  }, [count.data]);

  // Not before the count: without knowing up to when it holds, all that ever was would come as news.
  const counted = count.data !== undefined && count.isFetchedAfterMount;
  useVibeStream(vibe.id, counted, {
    knownUpTo: () => latest.current.upTo,
    onLive: setLive,
    onReaction: (event) => receive(event),
  });
  usePoll(!live && counted, async () => {
    for (const event of await reactionsSince(vibe.id, latest.current.upTo)) receive(event);
  });

  function tap(emoji: TapEmoji): void {
    if (!me) return;
    const id = newId();
    const own = { id, vibeId: vibe.id, userId: me.id, userName: me.name, emoji, ts: Date.now() };
    change(withTap(latest.current, own));
    sendTap(vibe.id, emoji).then(
      (taken) => change(withAnswer(latest.current, id, taken)),
      (error: unknown) => {
        change(withoutTap(latest.current, id));
        toast(messageOf(error, t('vibes.tapFailed')), { tone: 'bad' });
      },
    );
  }

  return { total: totalOf(tally), tap };
}

interface VibeStreamEnds {
  /** Epoch ms of the newest reaction that is known: what came after it is brought when the stream opens. */
  knownUpTo: () => number;
  /** Whether the stream is open. */
  onLive: (live: boolean) => void;
  onReaction: (event: ReactionEvent) => void;
}

/** Opens the vibe's stream while mounted and `on`. */
function useVibeStream(vibeId: string, on: boolean, { knownUpTo, onLive, onReaction }: VibeStreamEnds): void {
  const from = useEffectEvent(knownUpTo);
  const tellLive = useEffectEvent(onLive);
  const tellReaction = useEffectEvent(onReaction);

  useEffect(() => {
    if (!on) return;
    const stream = vibeStream(vibeId, () => from());
    const unfollow = stream.status.subscribe(() => tellLive(stream.status.get() === 'open'));
    stream.on('reaction', (event) => tellReaction(event));
    // Who scrolls past opens nothing.
    const timer = setTimeout(stream.start, settleMs);
    return () => {
      clearTimeout(timer);
      unfollow();
      stream.stop();
    };
  }, [vibeId, on]);
}

/** Asks at the interval of the specification while there is no stream. */
function usePoll(on: boolean, ask: () => Promise<void>): void {
  const poll = useEffectEvent(ask);

  useEffect(() => {
    if (!on) return;
    // A question that fails is asked again by the next one.
    const timer = setInterval(() => void poll().catch(() => undefined), reactionPollMs);
    return () => clearInterval(timer);
  }, [on]);
}
