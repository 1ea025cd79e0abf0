import { heart } from '@limits/vibes-realtime';
import { type MouseEvent, type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react';
import { useMe } from '../../lib/session.ts';
import type { Post, ReactionEvent } from './api.ts';
import { Counter } from './counter.tsx';
import { type Love, LoveBanner } from './love-banner.tsx';
import { Particles, type ParticlesHandle } from './particles.tsx';
import { createTapCounter } from './tap-counter.ts';
import { useReactions } from './use-reactions.ts';

export interface LiveHandle {
  tap: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** The parts of the active vibe only: particles, the counter, and the banner for hearts. */
export function LiveVibe({ vibe, ref }: { vibe: Post; ref: Ref<LiveHandle> }) {
  const me = useMe();
  const particles = useRef<ParticlesHandle>(null);
  const [countTap] = useState(() => createTapCounter(() => performance.now()));
  const [love, setLove] = useState<Love | null>(null);
  const forgetLove = useCallback(() => setLove(null), []);

  const { total, react } = useReactions(vibe, ({ id, userId, userName, emoji }: ReactionEvent) => {
    particles.current?.rise(shapeOf(emoji));
    if (emoji === heart && userId !== me?.id) setLove({ id, name: userName });
  });

  useImperativeHandle(ref, () => ({
    tap({ currentTarget, clientX, clientY, detail }) {
      const emoji = countTap();
      const box = currentTarget.getBoundingClientRect();
      // A press by keyboard has no coordinates: it is shown in the middle.
      const [x, y] = detail === 0 ? [box.width / 2, box.height / 2] : [clientX - box.left, clientY - box.top];
      particles.current?.burstAt(shapeOf(emoji), x, y);
      react(emoji);
    },
  }));

  return (
    <>
      <Counter total={total} />
      <LoveBanner love={love} onEnd={forgetLove} />
      <Particles ref={particles} />
    </>
  );
}

const shapeOf = (emoji: string) => (emoji === heart ? 'heart' : 'spark');
