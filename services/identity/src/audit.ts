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

/** The store, or the transaction of the recorded action. */
interface AuditStore {
  audit: AuditLog;
  afterCommit?(what: () => void): void;
}

/** Page size of an export. */
const exportPage = 500;

/**
 * Adds an entry to the audit log with the actor, the action and the request id. Runs in the transaction of the action,
 * if there is one, so that both are stored or neither. `addressMark` defaults to that of the current request.
 */
export async function audit(ctx: Context, store: AuditStore, record: AuditRecord, addressMark?: string): Promise<void> {
  const context = { id: ctx.newId(), occurredAt: ctx.clock.now(), requestId: currentRequest()?.requestId ?? '' };
  const entry = auditEntry(ctx, record);
  await store.audit.add(entryOf(ctx.name, context, { ...entry, addressMark: addressMark ?? entry.addressMark }));
  if (store.afterCommit) store.afterCommit(() => logAudit(ctx, record));
  else logAudit(ctx, record);
}

/** Stores an audit entry received from another service. */
export async function storeEntry(
  store: AuditStore,
  service: string,
  context: EventMetadata,
  entry: Entry | undefined,
): Promise<void> {
  await store.audit.add(entryOf(service, context, entry ?? Entry.create()));
}

/** Returns a page of the log, newest first. */
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

/** Yields all entries of the query, one page per database read. */
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
