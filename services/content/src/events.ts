import { after, type EventHandlers, on } from '@tribus/kit/events/handlers.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import { PostDeleted, PostPublished } from '@tribus/proto/content/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import type { Deps } from './deps.ts';
import { deletePostTx } from './posts.ts';
import { inTx } from './store/store.ts';
import type { ContentDb } from './store/tables.ts';

type EventContext = InTransaction<ContentDb>;

const atATime = 100;

export function contentEvents({ media }: Deps): EventHandlers<EventContext> {
  return {
    on: [
      on(TribeDeleted, async ({ tribeId }, { tx: transaction }: EventContext) => {
        const tx = inTx(transaction);
        for (;;) {
          const posts = await tx.posts.listByTribe(tribeId, atATime);
          for (const post of posts) await deletePostTx(tx, post);
          if (posts.length < atATime) return;
        }
      }),
    ],
    after: [
      after(PostPublished, async ({ keptMediaKeys }) => {
        if (keptMediaKeys.length > 0) await media.keepObjects({ keys: keptMediaKeys });
      }),
      after(PostDeleted, async ({ droppedMediaKeys }) => {
        if (droppedMediaKeys.length > 0) await media.deleteObjects({ keys: droppedMediaKeys });
      }),
    ],
  };
}
