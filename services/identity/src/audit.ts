import { type AuditRecord, auditEntry, logAudit } from '@tribus/community/audit.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { currentRequest } from '@tribus/kit/core/request-context.ts';
import type { EventMetadata } from '@tribus/kit/events/events.ts';
import { type ListPosition, readPage } from '@tribus/kit/http/keyset.ts';
import { Entry } from '@tribus/proto/audit/v1/entry.ts';
import type { AuditEntries, AuditQuery } from '../api/audit.ts';
import type { Deps } from './deps.ts';
import { presentAuditEntry } from './present.ts';
import type { AuditFilter, AuditLog, AuditLogEntry, NewAuditLogEntry } from './store/audit.ts';

/** The store, or the transaction of what is noted. */
interface AuditStore {
  audit: AuditLog;
  afterCommit?(what: () => void): void;
}

/** How many entries one statement reads for a file. */
const exportPage = 500;

/**
 * Notes in the audit log who did or tried what, and in which request. In the transaction of the action, where there is
 * one, so that neither is kept without the other. `addressMark` where it is not that of this request.
 */
export async function audit(ctx: Context, store: AuditStore, record: AuditRecord, addressMark?: string): Promise<void> {
  const context = { id: ctx.newId(), occurredAt: ctx.clock.now(), requestId: currentRequest()?.requestId ?? '' };
  const entry = auditEntry(ctx, record);
  await store.audit.add(entryOf(ctx.name, context, { ...entry, addressMark: addressMark ?? entry.addressMark }));
  if (store.afterCommit) store.afterCommit(() => logAudit(ctx, record));
  else logAudit(ctx, record);
}

/** Keeps the entry that another service said of an action there. */
export async function keepEntry(
  store: AuditStore,
  service: string,
  context: EventMetadata,
  entry: Entry | undefined,
): Promise<void> {
  await store.audit.add(entryOf(service, context, entry ?? Entry.create()));
}

/** A page of the log, the newest first. */
export async function listAudit(
  { store, cursors }: Pick<Deps, 'store' | 'cursors'>,
  { limit, cursor, ...query }: AuditQuery,
): Promise<AuditEntries> {
  const list = `audit:${JSON.stringify(query)}`;
  const { items, nextCursor } = await readPage(cursors, list, { limit, cursor }, (page) =>
    store.audit.page(filterOf(query), page.limit, page.after),
  );
  return { items: items.map(presentAuditEntry), nextCursor };
}

/** The same whole, read page by page as it is asked for. */
export async function* readAudit(
  { store }: Pick<Deps, 'store'>,
  query: Omit<AuditQuery, 'limit' | 'cursor'>,
): AsyncGenerator<AuditLogEntry> {
  let after: ListPosition | undefined;
  do {
    const page = await store.audit.page(filterOf(query), exportPage, after);
    yield* page;
    after = page.length < exportPage ? undefined : page.at(-1);
  } while (after);
}

const filterOf = ({ from, to, ...query }: Omit<AuditQuery, 'limit' | 'cursor'>): AuditFilter => ({
  ...query,
  from: from ? new Date(from) : undefined,
  to: to ? new Date(to) : undefined,
});

function entryOf(service: string, { id, occurredAt, requestId }: EventMetadata, entry: Entry): NewAuditLogEntry {
  const { actorKind, before, after, ...facts } = entry;
  return {
    ...facts,
    id,
    createdAt: occurredAt,
    service,
    requestId,
    actorKind: actorKind === 'none' ? 'service' : actorKind,
    before: before || '{}',
    after: after || '{}',
  };
}
