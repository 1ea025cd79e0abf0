import { serviceActor } from '@tribus/kit/core/actor.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { currentRequest } from '@tribus/kit/core/request-context.ts';
import type { EventType } from '@tribus/kit/events/events.ts';
import type { Entry } from '@tribus/proto/audit/v1/entry.ts';
import type { AuditAction, AuditTarget } from '@tribus/proto/audit/v1/types.ts';

/** What an entry of the audit log says of the state before or after: no secret, and no text that a person wrote. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** What somebody did, as a rule says it; who did it and in which request is known from the request. */
export interface AuditRecord {
  action: Exclude<AuditAction, 'none'>;
  target: { type: Exclude<AuditTarget, 'none'>; id: string; name?: string };
  before?: AuditFacts;
  after?: AuditFacts;
}

interface AuditEvent {
  targetId: string;
  entry: Entry | undefined;
}

interface EmittingTx {
  emit(type: EventType<AuditEvent>, payload: AuditEvent): void;
  afterCommit(what: () => void): void;
}

/**
 * Says in the transaction of an action that it was done, for the audit log, which identity keeps: nothing is done without
 * its entry, and no entry says what was rolled back.
 */
export function recordAudit(ctx: Context, tx: EmittingTx, type: EventType<AuditEvent>, record: AuditRecord): void {
  tx.emit(type, { targetId: record.target.id, entry: auditEntry(ctx, record) });
  tx.afterCommit(() => logAudit(ctx, record));
}

/** Who acts in this request: nobody's request is the service's own work. */
export const auditActor = (ctx: Context) => currentRequest()?.actor ?? serviceActor(ctx.name);

/** The entry with who does it in this request. */
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

/** That it was done, as a line of the log, which holds no text of people. */
export function logAudit(ctx: Context, { action, target: { type, id } }: AuditRecord): void {
  const requestId = currentRequest()?.requestId;
  ctx.log.warn({ audit: action, requestId, userId: auditActor(ctx).id, target: { type, id } }, 'audit');
}

/** The facts that differ, as they were and as they are: what stayed is no news. */
export function changedFacts<F extends AuditFacts>(before: F, after: F): { before: AuditFacts; after: AuditFacts } {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const pick = (facts: F) => Object.fromEntries(changed.map((key) => [key, facts[key] ?? null]));
  return { before: pick(before), after: pick(after) };
}
