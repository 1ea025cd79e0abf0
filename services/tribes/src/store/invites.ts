import type { Clock } from '@tribus/kit/core/clock.ts';
import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { olderThan } from '@tribus/kit/postgres/keyset.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { isOfTribe } from './orphans.ts';
import type { TribesDb } from './tables.ts';

export type Invite = Selectable<TribesDb['invites']>;
export type InviteUse = Selectable<TribesDb['inviteUses']>;

/** Invitation links of tribes. */
export class Invites {
  readonly #db: Kysely<TribesDb>;
  readonly #clock: Clock;

  constructor(db: Kysely<TribesDb>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Returns the invitation if it is open. */
  findOpen(codeHash: string): Promise<Invite | undefined> {
    return this.#db
      .selectFrom('invites')
      .selectAll()
      .where('codeHash', '=', codeHash)
      .where(isOpen(this.#clock.now()))
      .where(isOfTribe('invites'))
      .executeTakeFirst();
  }

  /**
   * Returns invitations, the newest first, without revoked ones; expired ones are included, because their uses are
   * listed.
   */
  listPage(tribeId: number, limit: number, after?: ListPosition): Promise<Invite[]> {
    return this.#db
      .selectFrom('invites')
      .selectAll()
      .where('tribeId', '=', tribeId)
      .where('revokedAt', 'is', null)
      .where(olderThan(after))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Counts open invitations. */
  async countOpen(tribeId: number): Promise<number> {
    const { count } = await this.#db
      .selectFrom('invites')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('tribeId', '=', tribeId)
      .where(isOpen(this.#clock.now()))
      .executeTakeFirstOrThrow();
    return count;
  }

  async insert(invite: Omit<Invite, 'uses' | 'revokedAt'>): Promise<void> {
    await this.#db.insertInto('invites').values(invite).execute();
  }

  /** Counts one more use; returns false when none is left. Concurrent uses never exceed the limit. */
  async use(id: string, userId: string): Promise<boolean> {
    const now = this.#clock.now();
    const { numUpdatedRows } = await this.#db
      .updateTable('invites')
      .set((row) => ({ uses: row('uses', '+', 1) }))
      .where('id', '=', id)
      .where(isOpen(now))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await this.#db
      .insertInto('inviteUses')
      .values({ inviteId: id, userId, usedAt: now })
      .onConflict((conflict) => conflict.columns(['inviteId', 'userId']).doUpdateSet({ usedAt: now }))
      .execute();
    return true;
  }

  /** Returns false when there was none to revoke. */
  async revoke(tribeId: number, id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('invites')
      .set({ revokedAt: this.#clock.now() })
      .where('tribeId', '=', tribeId)
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Revokes a user's open invitations, of which there are at most `openInvitesMax`. */
  async revokeMadeBy(tribeId: number, userId: string): Promise<void> {
    const now = this.#clock.now();
    await this.#db
      .updateTable('invites')
      .set({ revokedAt: now })
      .where('tribeId', '=', tribeId)
      .where('createdBy', '=', userId)
      .where(isOpen(now))
      .execute();
  }

  /** Whether the invitation belongs to the tribe. */
  async exists(tribeId: number, id: string): Promise<boolean> {
    const found = await this.#db
      .selectFrom('invites')
      .select('id')
      .where('tribeId', '=', tribeId)
      .where('id', '=', id)
      .executeTakeFirst();
    return found !== undefined;
  }

  /** Returns the invitation's uses, the newest first. */
  listUses(inviteId: string, limit: number, after?: ListPosition): Promise<InviteUse[]> {
    return this.#db
      .selectFrom('inviteUses')
      .selectAll()
      .where('inviteId', '=', inviteId)
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(used_at, user_id) < (${after?.createdAt}, ${after?.id})`),
      )
      .orderBy('usedAt', 'desc')
      .orderBy('userId', 'desc')
      .limit(limit)
      .execute();
  }

  listMadeBy(userId: string, limit: number, afterId: string): Promise<Invite[]> {
    return this.#db
      .selectFrom('invites')
      .selectAll()
      .where('createdBy', '=', userId)
      .where(isOfTribe('invites'))
      .$if(afterId !== '', (query) => query.where('id', '>', afterId))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Returns the invitations that a user has used, in the order of the invitations' ids. */
  listUsedBy(userId: string, limit: number, afterId: string): Promise<(InviteUse & { tribeId: number })[]> {
    return this.#db
      .selectFrom('inviteUses')
      .innerJoin('invites', 'invites.id', 'inviteUses.inviteId')
      .select(['inviteUses.inviteId', 'inviteUses.userId', 'inviteUses.usedAt', 'invites.tribeId'])
      .where('inviteUses.userId', '=', userId)
      .where(isOfTribe('invites'))
      .$if(afterId !== '', (query) => query.where('inviteUses.inviteId', '>', afterId))
      .orderBy('inviteUses.inviteId')
      .limit(limit)
      .execute();
  }
}

const isOpen = (now: Date) =>
  sql<boolean>`(revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})
    AND (max_uses IS NULL OR uses < max_uses))`;
