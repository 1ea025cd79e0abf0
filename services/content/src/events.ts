import { on } from '@tribus/kit/events/handlers.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import type { ContentDb } from './store/tables.ts';
import { deleteTribePosts } from './tribe-deletion.ts';

type EventContext = InTransaction<ContentDb>;

export const contentOn = () => [
  on(TribeDeleted, async ({ tribeId }, { tx }: EventContext) => {
    await tx.enqueue(deleteTribePosts, { tribeId }, { key: String(tribeId) });
  }),
];
