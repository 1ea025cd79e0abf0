import { after, type EventHandlers, on } from '@tribus/kit/events/handlers.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import { PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import type { Deps } from './deps.ts';
import type { ContentDb } from './store/tables.ts';
import { deleteTribePosts } from './tribe-deletion.ts';

type EventContext = InTransaction<ContentDb>;

export function contentEvents({ media }: Deps): EventHandlers<EventContext> {
  return {
    on: [
      on(TribeDeleted, async ({ tribeId }, { tx }: EventContext) => {
        await tx.enqueue(deleteTribePosts, { tribeId }, { key: String(tribeId) });
      }),
    ],
    after: [
      after(PostDeleted, async ({ droppedMediaKeys }) => {
        if (droppedMediaKeys.length > 0) await media.deleteObjects({ keys: droppedMediaKeys });
      }),
    ],
  };
}
