import { authorities } from '@tribus/community/authority.ts';
import type { Clock } from '@tribus/kit/core/clock.ts';
import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { olderThan } from '@tribus/kit/postgres/keyset.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { isOfTribe } from './orphans.ts';
import type { TribesDb } from './tables.ts';

export type Ban = Selectable<TribesDb['bans']>;
type NewBan = Omit<Ban, 'liftedAt'>;

/**
 * Bans from tribes. A ban past its end counts as lifted. A user may have several at once: one by direct decision, and
 * one per case. They are read as one, with the highest authority and the latest end.
 */
export class Bans {
  readonly #db: Kysely<TribesDb>;
  readonly #clock: Clock;

  constructor(db: Kysely<TribesDb>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Returns the ban in force. */
  find(tribeId: number, userId: string): Promise<Ban | undefined> {
    return this.#current().where('tribeId', '=', tribeId).where('userId', '=', userId).executeTakeFirst();
  }

  /** Returns a page of a tribe's bans in force, the newest first. */
  listPage(tribeId: number, limit: number, after?: ListPosition): Promise<Ban[]> {
    return this.#current()
      .where('tribeId', '=', tribeId)
      .where(olderThan(after))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Returns a user's bans in force, the newest first. */
  listByUser(userId: string): Promise<Ban[]> {
    return this.#current()
      .where('userId', '=', userId)
      .where(isOfTribe('bans'))
      .orderBy('createdAt', 'desc')
      .limit(100)
      .execute();
  }

  /** Returns all bans of a user, also past ones, for their data export. */
  listAllByUser(userId: string, limit: number, afterId: string): Promise<Ban[]> {
    return this.#db
      .selectFrom('bans')
      .selectAll()
      .where('userId', '=', userId)
      .where(isOfTribe('bans'))
      .$if(afterId !== '', (query) => query.where('id', '>', afterId))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Counts people banned since then who had never been members of the tribe. */
  async countNonMemberBans(tribeId: number, since: Date): Promise<number> {
    const { count } = await this.#db
      .selectFrom('bans')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('tribeId', '=', tribeId)
      .where('createdAt', '>', since)
      .where('causeId', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('stays')
              .select('stays.id')
              .whereRef('stays.tribeId', '=', 'bans.tribeId')
              .whereRef('stays.userId', '=', 'bans.userId'),
          ),
        ),
      )
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Whether this case has ever banned a user, also when the ban is over. */
  async hasCause(causeId: string): Promise<boolean> {
    const known = await this.#db.selectFrom('bans').select('id').where('causeId', '=', causeId).executeTakeFirst();
    return known !== undefined;
  }

  /** Replaces all bans of the user in the tribe, in force or expired. */
  async replace(ban: NewBan & { causeId: null }): Promise<void> {
    await this.lift(ban.tribeId, ban.userId);
    await this.#db.insertInto('bans').values(ban).execute();
  }

  /** Adds a ban to those in force. */
  async addForCause(ban: NewBan & { causeId: string }): Promise<void> {
    await this.#db.insertInto('bans').values(ban).execute();
  }

  /** Lifts all bans of the user in the tribe. */
  async lift(tribeId: number, userId: string): Promise<void> {
    await this.#db
      .updateTable('bans')
      .set({ liftedAt: this.#clock.now() })
      .where('tribeId', '=', tribeId)
      .where('userId', '=', userId)
      .where('liftedAt', 'is', null)
      .execute();
  }

  /** Lifts the ban of this case and returns it; undefined when it is unknown or already lifted. */
  liftForCause(causeId: string): Promise<Pick<Ban, 'tribeId' | 'userId' | 'endsAt'> | undefined> {
    return this.#db
      .updateTable('bans')
      .set({ liftedAt: this.#clock.now() })
      .where('causeId', '=', causeId)
      .where('liftedAt', 'is', null)
      .returning(['tribeId', 'userId', 'endsAt'])
      .executeTakeFirst();
  }

  #current() {
    const now = this.#clock.now();
    const ofSame = sql`other.tribe_id = bans.tribe_id and other.user_id = bans.user_id
      and other.lifted_at is null and (other.ends_at is null or other.ends_at > ${now})`;
    const order = (
      ban: 'bans' | 'other',
    ) => sql`(array_position(${authorities}::text[], ${sql.ref(`${ban}.authority`)}),
      coalesce(${sql.ref(`${ban}.ends_at`)}, 'infinity'), ${sql.ref(`${ban}.id`)})`;
    return this.#db
      .selectFrom('bans')
      .selectAll()
      .select(
        sql<Date | null>`(select nullif(max(coalesce(other.ends_at, 'infinity')), 'infinity') from bans other where ${ofSame})`.as(
          'endsAt',
        ),
      )
      .where('liftedAt', 'is', null)
      .where((row) => row.or([row('endsAt', 'is', null), row('endsAt', '>', now)]))
      .where(
        sql<boolean>`not exists (select from bans other where ${ofSame} and ${order('other')} > ${order('bans')})`,
      );
  }
}
