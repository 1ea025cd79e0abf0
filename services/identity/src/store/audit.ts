import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { olderThan } from '@tribus/kit/postgres/keyset.ts';
import { containing } from '@tribus/kit/postgres/like.ts';
import { deleteInPortions, updatePortion } from '@tribus/kit/postgres/portions.ts';
import type { AuditAction } from '@tribus/proto/audit/v1/types.ts';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';

/** An entry of the audit log. */
export type AuditLogEntry = Selectable<IdentityDb['auditLog']>;

/** A new entry; the names of users are looked up when it is written. */
export type NewAuditLogEntry = Omit<Insertable<IdentityDb['auditLog']>, 'actorName'>;

/** Criteria for entries. */
export interface AuditFilter {
  /** A user id or part of the name. */
  actor?: string | undefined;
  action?: AuditAction | undefined;
  /** An id or part of the name. */
  target?: string | undefined;
  from?: Date | undefined;
  /** Before this time. */
  to?: Date | undefined;
}

/** The database refuses to delete younger entries (migration 0008). */
const retentionDays = 365;

/** The audit log; the database rejects updates. */
export class AuditLog {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  async add(entry: NewAuditLogEntry): Promise<void> {
    const nameOf = (id: string) =>
      this.#db
        .selectFrom('users')
        .select('name')
        .where('id', '=', sql<string>`any(${onlyUuids([id])}::uuid[])`);
    const targetName = entry.targetType === 'user' && entry.targetName === '' ? entry.targetId : undefined;
    await this.#db
      .insertInto('auditLog')
      .values((row) => ({
        ...entry,
        actorName: entry.actorKind === 'user' ? row.fn.coalesce(nameOf(entry.actorId), sql.lit('')) : entry.actorId,
        ...(targetName !== undefined && { targetName: row.fn.coalesce(nameOf(targetName), sql.lit('')) }),
      }))
      .execute();
  }

  /** Returns a page, newest first. */
  async page(filter: AuditFilter, limit: number, after?: ListPosition): Promise<AuditLogEntry[]> {
    const { actor, action, target, from, to } = filter;
    return this.#db
      .selectFrom('auditLog')
      .selectAll()
      .$if(actor !== undefined, (query) =>
        query.where((row) =>
          row.or([row('actorId', '=', actor ?? ''), row('actorName', 'ilike', containing(actor ?? ''))]),
        ),
      )
      .$if(action !== undefined, (query) => query.where('action', '=', action ?? 'none'))
      .$if(target !== undefined, (query) =>
        query.where((row) =>
          row.or([row('targetId', '=', target ?? ''), row('targetName', 'ilike', containing(target ?? ''))]),
        ),
      )
      .$if(from !== undefined, (query) => query.where('createdAt', '>=', from ?? new Date(0)))
      .$if(to !== undefined, (query) => query.where('createdAt', '<', to ?? new Date(0)))
      .where(olderThan(after))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Removes a deleted user's name from up to `limit` entries about their actions; returns how many were changed. */
  anonymizeActor(id: string, limit: number): Promise<number> {
    const where = sql`actor_id = ${id} and actor_name <> ''`;
    return updatePortion(this.#db, { from: 'auditLog', where, set: sql`actor_name = ''`, limit });
  }

  /** Removes a deleted user's name and details from up to `limit` entries about them; returns how many were changed. */
  anonymizeTarget(id: string, limit: number): Promise<number> {
    const where = sql`target_id = ${id} and target_type = 'user'
      and (target_name <> '' or before <> '{}' or after <> '{}')`;
    const set = sql`target_name = '', before = '{}', after = '{}'`;
    return updatePortion(this.#db, { from: 'auditLog', where, set, limit });
  }

  /** Deletes entries older than a year, by the database's clock. */
  sweep(signal: AbortSignal): Promise<void> {
    return deleteInPortions(this.#db, signal, {
      from: 'auditLog',
      where: sql`created_at < now() - make_interval(days => ${retentionDays})`,
    });
  }
}
