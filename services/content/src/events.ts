import { on } from '@tribus/kit/events/handlers.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import type { ContentTx } from './store/store.ts';
import { enqueueTribeDeletion } from './tribe-deletion.ts';
import { enqueueUserDeletion } from './user-deletion.ts';

export const storeHandlers = () => [
  on(TribeDeleted, ({ tribeId }, { tx }: InTransaction<ContentTx>) => enqueueTribeDeletion(tx, tribeId)),
  on(UserDeleted, ({ userId }, { tx }: InTransaction<ContentTx>) => enqueueUserDeletion(tx, userId)),
];
