import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ActivitySpan } from './active-days.ts';
import type { ContentDb } from './tables.ts';

/** The activity on a day. */
export interface DayOfActivity {
  day: string;
  posts: number;
  comments: number;
  reactions: number;
  /** Active users, without agents. */
  people: number;
}

const allTribes = 0;
/** Parts of the users, a power of two: with a million of them one statement over all would reach its time limit. */
export const userParts = 8;

/** Activity by day: past days are summed up once, later days are counted. */
export class TribeDays {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** The days with activity, in order. */
  async list({ tribeId, from, to }: ActivitySpan): Promise<DayOfActivity[]> {
    const last = await this.lastSummed();
    const { rows: over } = await sql<DayOfActivity>`
      select to_char(day, 'YYYY-MM-DD') as day, posts, comments, reactions, people from tribe_days
      where tribe_id = ${tribeId ?? allTribes} and day between ${from}::date and ${to}::date order by 1`.execute(
      this.#db,
    );
    const { rows: since } = await sql<DayOfActivity>`
      select to_char(day, 'YYYY-MM-DD') as day, ${sums}, ${people} from (${activityOfUsers(sql`
        day > coalesce(${last ?? null}::date, '-infinity') and day between ${from}::date and ${to}::date
          and ${tribeId === null ? sql`true` : sql`tribe_id = ${tribeId}`}`)}) as of_user
      group by day order by day`.execute(this.#db);
    return [...over, ...since];
  }

  /** The last summed day; undefined when there is none. */
  async lastSummed(): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('tribeDays')
      .select('day')
      .where('tribeId', '=', allTribes)
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.day;
  }

  /** The first day with activity. */
  async firstActive(): Promise<string | undefined> {
    const row = await this.#db.selectFrom('activeDays').select('day').orderBy('day').limit(1).executeTakeFirst();
    return row?.day;
  }

  /** The tribes with activity on a day. */
  async listActive(day: string): Promise<number[]> {
    const { rows } = await sql<{ tribeId: number }>`
      select tribe_id from active_days where day = ${day}::date group by tribe_id`.execute(this.#db);
    return rows.map(({ tribeId }) => tribeId);
  }

  /** Sums up a past day of some tribes; idempotent. */
  async sumUp(day: string, tribeIds: readonly number[]): Promise<void> {
    await sql`
      insert into tribe_days (tribe_id, day, posts, comments, reactions, people)
      select tribe_id, day, ${sums}, count(*) filter (where not is_agent)
      from active_days where day = ${day}::date and tribe_id = any(${tribeIds}::integer[]) group by tribe_id, day
      on conflict do nothing`.execute(this.#db);
  }

  /**
   * The activity on a day in all tribes, of one of `userParts` parts of the users: a user active in several tribes is
   * counted once.
   */
  async sumOfUsers(day: string, part: number): Promise<Omit<DayOfActivity, 'day'>> {
    const isInPart = sql`day = ${day}::date and hashtext(user_id) & ${userParts - 1} = ${part}`;
    const { rows } = await sql<Omit<DayOfActivity, 'day'>>`
      select ${sums}, ${people} from (${activityOfUsers(isInPart)}) as of_user`.execute(this.#db);
    return rows[0] ?? { posts: 0, comments: 0, reactions: 0, people: 0 };
  }

  /** Stores the activity on a past day in all tribes, after which the day counts as summed; idempotent. */
  async addTotal({ day, posts, comments, reactions, people }: DayOfActivity): Promise<void> {
    await this.#db
      .insertInto('tribeDays')
      .values({ tribeId: allTribes, day, posts, comments, reactions, people })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async deleteOfTribe(tribeId: number): Promise<void> {
    await this.#db.deleteFrom('tribeDays').where('tribeId', '=', tribeId).execute();
  }
}

const sums = sql`coalesce(sum(posts), 0)::integer as posts, coalesce(sum(comments), 0)::integer as comments,
  coalesce(sum(reactions), 0)::integer as reactions`;

const people = sql`(count(*) filter (where is_person))::integer as people`;

/** Activity by day and user. Grouped by hashing: `count(distinct user_id)` sorts, which takes several times as long. */
const activityOfUsers = (where: RawBuilder<unknown>) => sql`
  select day, sum(posts) as posts, sum(comments) as comments, sum(reactions) as reactions,
    bool_or(not is_agent) as is_person
  from active_days where ${where} group by day, user_id`;
