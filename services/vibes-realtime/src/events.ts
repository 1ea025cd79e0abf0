import { type EventFacts, type EventHandler, on } from '@tribus/kit/events/events.ts';
import { PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import type { ReactionStore } from './store.ts';

/** What is gone takes its reactions with it. What open streams are told is in deliveries.ts. */
export function vibeEvents(reactions: ReactionStore): EventHandler<EventFacts>[] {
  return [
    on(PostDeleted, ({ postId }) => reactions.forget(postId)),
    on(TribeDeleted, ({ tribeId }) => reactions.forgetTribe(tribeId)),
  ];
}
