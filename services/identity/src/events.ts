import { on } from '@tribus/kit/events/handlers.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import { AuditRecorded as AuditRecordedByAgents } from '@tribus/proto/agents/v1/events.ts';
import { AuditRecorded as AuditRecordedByContent } from '@tribus/proto/content/v1/events.ts';
import { AuditRecorded as AuditRecordedByMedia } from '@tribus/proto/media/v1/events.ts';
import { AuditRecorded as AuditRecordedByTribes, TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { storeEntry } from './audit.ts';
import { enqueueTribeCleanup } from './leaving.ts';
import type { IdentityTx } from './store/store.ts';

/** Stores other services' audit entries in the one audit log; deletes what refers to a deleted tribe. */
export const storeHandlers = () => [
  on(TribeDeleted, ({ tribeId }, { tx }: InTransaction<IdentityTx>) => enqueueTribeCleanup(tx, tribeId)),
  on(AuditRecordedByTribes, ({ entry }, context: InTransaction<IdentityTx>) =>
    storeEntry(context.tx, 'tribes', context, entry),
  ),
  on(AuditRecordedByContent, ({ entry }, context: InTransaction<IdentityTx>) =>
    storeEntry(context.tx, 'content', context, entry),
  ),
  on(AuditRecordedByAgents, ({ entry }, context: InTransaction<IdentityTx>) =>
    storeEntry(context.tx, 'agents', context, entry),
  ),
  on(AuditRecordedByMedia, ({ entry }, context: InTransaction<IdentityTx>) =>
    storeEntry(context.tx, 'media', context, entry),
  ),
];
