import { type Kysely, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';

export interface FoundUser {
  userId: string;
  /** Similarity of the name. */
  rank: number;
}

/** Search for users by name (docs/decisions/0038). */
export class UserSearch {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Returns the active users among `ids` whose name resembles the text: the best first, after a position. */
  async find(text: string, ids: readonly string[], limit: number, after: FoundUser | undefined): Promise<FoundUser[]> {
    const rest = after ? sql`(rank, id::text) < (${after.rank}::integer, ${after.userId}::text)` : sql`true`;
    const { rows } = await sql<FoundUser>`
      with ranked as (
        select id, name_rank(search_name(name), search_name(${text}::text)) as rank from users
        where id = any(${onlyUuids(ids)}::uuid[]) and status = 'active')
      select id as "userId", rank from ranked where rank is not null and ${rest}
      order by rank desc, id::text desc limit ${limit}`.execute(this.#db);
    return rows;
  }
}
