import { reactionPollMs } from '@limits/vibes-realtime';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useIsSafetyChanging } from '../../lib/blocking.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { newId } from '../../lib/ids.ts';
import { useMe } from '../../lib/session.ts';
import { toast } from '../../ui/toast.tsx';
import { countQuery, type Post, type ReactionEvent, reactionsSince, sendReaction, vibeStream } from './api.ts';
import type { ReactionEmoji } from './tap-counter.ts';
import {
  isNews,
  noReactions,
  totalOf,
  type VibeReactions,
  withCount,
  withEvent,
  withoutPending,
  withPending,
  withResponse,
} from './vibe-reactions.ts';

/** The count is polled this much less often while the stream is open. */
const slowFactor = 6;
/** Delay before the stream of an active vibe is opened. */
const settleMs = 250;

export interface Reactions {
  total: number;
  react: (emoji: ReactionEmoji) => void;
}

/**
 * The reactions of the active vibe: its count, live events by stream, or by polling without one. Remount it for another
 * vibe.
 */
export function useReactions(vibe: Post, onNews: (event: ReactionEvent) => void): Reactions {
  const { t } = useTexts('vibes');
  const me = useMe();
  const [reactions, setReactions] = useState<VibeReactions>(() => noReactions(vibe.user.id));
  // Events arrive between renders and need the latest state.
  const latest = useRef(reactions);
  const change = (next: VibeReactions) => {
    latest.current = next;
    setReactions(next);
  };
  const receive = useEffectEvent((event: ReactionEvent) => {
    const now = Date.now();
    const news = isNews(latest.current, event, now);
    change(withEvent(latest.current, event, now));
    if (news) onNews(event);
  });
  const [live, setLive] = useState(false);
  // A restored vibe is rendered before the server allows access to it again.
  const isRefused = useIsSafetyChanging(vibe.user.id);
  const count = useQuery({ ...countQuery(vibe.id, live ? slowFactor : 1), enabled: !isRefused });
  const takeCount = useEffectEvent((counted: NonNullable<typeof count.data>) =>
    change(withCount(latest.current, counted)),
  );

  useEffect(() => {
    if (count.data) takeCount(count.data);
  }, [count.data]);

  // Only after the count: without the time up to which it is valid, all earlier events would be new.
  const counted = !isRefused && count.data !== undefined && count.isFetchedAfterMount;
  useVibeStream(vibe.id, counted, {
    knownUpTo: () => latest.current.upTo,
    onLive: setLive,
    onReaction: (event) => receive(event),
  });
  usePoll(!live && counted, async () => {
    for (const event of await reactionsSince(vibe.id, latest.current.upTo)) receive(event);
  });

  function react(emoji: ReactionEmoji): void {
    if (!me) return;
    const id = newId();
    const own = { id, vibeId: vibe.id, userId: me.id, userName: me.name, emoji, ts: Date.now() };
    change(withPending(latest.current, own));
    sendReaction(vibe.id, emoji).then(
      (taken) => change(withResponse(latest.current, id, taken)),
      (error: unknown) => {
        change(withoutPending(latest.current, id));
        toast(() => messageOf(error, t('vibes.tapFailed')), { tone: 'bad' });
      },
    );
  }

  return { total: totalOf(reactions), react };
}

interface VibeStreamEnds {
  /** Epoch ms of the newest known reaction: the stream begins after it. */
  knownUpTo: () => number;
  /** Whether the stream is open. */
  onLive: (live: boolean) => void;
  onReaction: (event: ReactionEvent) => void;
}

/** Opens the vibe's stream while mounted and `on`. */
function useVibeStream(vibeId: string, on: boolean, { knownUpTo, onLive, onReaction }: VibeStreamEnds): void {
  const from = useEffectEvent(knownUpTo);
  const notifyLive = useEffectEvent(onLive);
  const notifyReaction = useEffectEvent(onReaction);

  useEffect(() => {
    if (!on) return;
    const stream = vibeStream(vibeId, () => from());
    const unfollow = stream.status.subscribe(() => notifyLive(stream.status.get() === 'open'));
    stream.on('reaction', (event) => notifyReaction(event));
    // Scrolling past a vibe opens no stream.
    const timer = setTimeout(stream.start, settleMs);
    return () => {
      clearTimeout(timer);
      unfollow();
      stream.stop();
    };
  }, [vibeId, on]);
}

/** Polls at the interval of the specification while `on`. */
function usePoll(on: boolean, ask: () => Promise<void>): void {
  const poll = useEffectEvent(ask);

  useEffect(() => {
    if (!on) return;
    // After a failure the next poll fetches the same events.
    const timer = setInterval(() => void poll().catch(() => undefined), reactionPollMs);
    return () => clearInterval(timer);
  }, [on]);
}
