import { type EventHandler, on } from '@tribus/kit/events/events.ts';
import type { InTransaction } from '@tribus/kit/postgres/inbox.ts';
import { PostDeleted, PostPublished } from '@tribus/proto/content/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import type { Parts } from './deps.ts';
import { erasePost } from './posts.ts';
import { someOfTribe } from './store/posts.ts';
import type { ContentDb } from './store/tables.ts';

type Heard = InTransaction<ContentDb>;

const atATime = 100;

export function contentEvents({ media }: Parts): EventHandler<Heard>[] {
  return [
    on(PostPublished, async ({ keptMediaKeys }, _heard: Heard) => {
      if (keptMediaKeys.length > 0) await media.keepObjects({ keys: keptMediaKeys });
    }),
    on(PostDeleted, async ({ droppedMediaKeys }, _heard: Heard) => {
      if (droppedMediaKeys.length > 0) await media.deleteObjects({ keys: droppedMediaKeys });
    }),
    on(TribeDeleted, async ({ tribeId }, { tx }: Heard) => {
      for (;;) {
        const posts = await someOfTribe(tx.sql, tribeId, atATime);
        for (const post of posts) await erasePost(tx, post);
        if (posts.length < atATime) return;
      }
    }),
  ];
}
