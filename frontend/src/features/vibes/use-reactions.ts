import type { Post } from '@api/content';
import type { ReactionEvent } from '@api/vibes-realtime';
import { reactionPollMs } from '@limits/vibes-realtime';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { newId } from '../../lib/ids.ts';
import { useMe } from '../../lib/session.ts';
import { toast } from '../../ui/toast.tsx';
import { countQuery, reactionsSince, sendTap, vibeStream } from './api.ts';
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
  const live = useVibeStream(vibe.id, (event) => receive(event));
  const count = useQuery(countQuery(vibe.id, live ? slowFactor : 1));
  const takeCount = useEffectEvent((counted: NonNullable<typeof count.data>) =>
    change(withCount(latest.current, counted)),
  );

  useEffect(() => {
    if (count.data) takeCount(count.data);
  }, [count.data]);

  // Not before the count: without knowing up to when it holds, all that ever was would come as news.
  usePoll(!live && count.data !== undefined, async () => {
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

/** Opens the vibe's stream while mounted; tells whether it is open. */
function useVibeStream(vibeId: string, onReaction: (event: ReactionEvent) => void): boolean {
  const [open, setOpen] = useState(false);
  const handle = useEffectEvent(onReaction);

  useEffect(() => {
    const stream = vibeStream(vibeId);
    const unfollow = stream.status.subscribe(() => setOpen(stream.status.get() === 'open'));
    stream.on('reaction', (event) => handle(event));
    // Who scrolls past opens nothing.
    const timer = setTimeout(stream.start, settleMs);
    return () => {
      clearTimeout(timer);
      unfollow();
      stream.stop();
    };
  }, [vibeId]);

  return open;
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
