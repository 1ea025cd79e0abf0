import { type AuditRecord, recordAudit } from '@tribus/community/audit.ts';
import { AuditRecorded } from '@tribus/proto/tribes/v1/events.ts';
import type { Deps } from './deps.ts';
import type { TribesTx } from './store/store.ts';
import type { StoredTribe } from './store/tribes.ts';

/** Records an action on a tribe in the audit log. */
export function auditTribe(
  ctx: Deps['ctx'],
  tx: TribesTx,
  action: AuditRecord['action'],
  { id, name }: Pick<StoredTribe, 'id' | 'name'>,
  facts: Pick<AuditRecord, 'before' | 'after'> = {},
): void {
  recordAudit(ctx, tx, AuditRecorded, { action, target: { type: 'tribe', id: String(id), name }, ...facts });
}
