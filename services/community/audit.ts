import { serviceActor } from '@tribus/kit/core/actor.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { currentRequest } from '@tribus/kit/core/request-context.ts';
import type { EventType } from '@tribus/kit/events/events.ts';
import type { Entry } from '@tribus/proto/audit/v1/entry.ts';
import type { AuditAction, AuditTarget } from '@tribus/proto/audit/v1/types.ts';

/** State before or after an action. Contains no secrets and no user-written text. */
export type AuditFields = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** An action as a rule records it. The actor and the request id come from the request context. */
export interface AuditRecord {
  action: Exclude<AuditAction, 'none'>;
  target: { type: Exclude<AuditTarget, 'none'>; id: string; name?: string };
  before?: AuditFields;
  after?: AuditFields;
}

interface AuditEvent {
  targetId: string;
  entry: Entry | undefined;
}

interface EmittingTx {
  emit(type: EventType<AuditEvent>, payload: AuditEvent): void;
  afterCommit(callback: () => void): void;
}

/**
 * Emits an audit entry in the transaction of the action, so that the entry and the action commit or roll back together.
 * Identity stores the entries.
 */
export function recordAudit(ctx: Context, tx: EmittingTx, type: EventType<AuditEvent>, record: AuditRecord): void {
  tx.emit(type, { targetId: record.target.id, entry: auditEntry(ctx, record) });
  tx.afterCommit(() => logAudit(ctx, record));
}

/** The actor of the request; outside of a request, the service itself. */
export const auditActor = (ctx: Context) => currentRequest()?.actor ?? serviceActor(ctx.name);

/** Returns the audit entry with the actor of the current request. */
export function auditEntry(ctx: Context, { action, target, before = {}, after = {} }: AuditRecord): Entry {
  const actor = auditActor(ctx);
  return {
    action,
    actorKind: actor.kind,
    actorId: actor.id,
    targetType: target.type,
    targetId: target.id,
    targetName: target.name ?? '',
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    addressMark: actor.visitor,
  };
}

/** Logs the action without user-written text. */
export function logAudit(ctx: Context, { action, target: { type, id } }: AuditRecord): void {
  const requestId = currentRequest()?.requestId;
  ctx.log.warn({ audit: action, requestId, userId: auditActor(ctx).id, target: { type, id } }, 'audit');
}

/** Returns only the facts that changed, with their values before and after. */
export function changedFields<F extends AuditFields>(before: F, after: F): { before: AuditFields; after: AuditFields } {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const pick = (facts: F) => Object.fromEntries(changed.map((key) => [key, facts[key] ?? null]));
  return { before: pick(before), after: pick(after) };
}
