import { after, type EventHandlers, on } from '@tribus/kit/events/handlers.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import { PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import type { Deps } from './deps.ts';
import { inTx } from './store/store.ts';
import type { ContentDb } from './store/tables.ts';

type EventContext = InTransaction<ContentDb>;

export function contentEvents({ media }: Deps): EventHandlers<EventContext> {
  return {
    on: [on(TribeDeleted, ({ tribeId }, { tx }: EventContext) => inTx(tx).deletedTribes.add(tribeId))],
    after: [
      after(PostDeleted, async ({ droppedMediaKeys }) => {
        if (droppedMediaKeys.length > 0) await media.deleteObjects({ keys: droppedMediaKeys });
      }),
    ],
  };
}
