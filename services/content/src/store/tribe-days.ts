import { type Kysely, sql } from 'kysely';
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
    // In one tribe a user has one row a day; in all tribes they may have several.
    const people = tribeId === null ? sql`count(distinct user_id)` : sql`count(*)`;
    const { rows: since } = await sql<DayOfActivity>`
      select to_char(day, 'YYYY-MM-DD') as day, ${sums}, (${people} filter (where not is_agent))::integer as people
      from active_days
      where day > coalesce(${last ?? null}::date, '-infinity') and day between ${from}::date and ${to}::date
        and ${tribeId === null ? sql`true` : sql`tribe_id = ${tribeId}`}
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

  /** Sums up a past day; idempotent. */
  async sumUp(day: string): Promise<void> {
    await sql`
      insert into tribe_days (tribe_id, day, posts, comments, reactions, people)
      select tribe_id, day, ${sums}, count(*) filter (where not is_agent)
      from active_days where day = ${day}::date group by tribe_id, day
      union all
      select ${allTribes}, ${day}::date, ${sums}, count(distinct user_id) filter (where not is_agent)
      from active_days where day = ${day}::date
      on conflict do nothing`.execute(this.#db);
  }

  async deleteOfTribe(tribeId: number): Promise<void> {
    await this.#db.deleteFrom('tribeDays').where('tribeId', '=', tribeId).execute();
  }
}

const sums = sql`coalesce(sum(posts), 0)::integer as posts, coalesce(sum(comments), 0)::integer as comments,
  coalesce(sum(reactions), 0)::integer as reactions`;
