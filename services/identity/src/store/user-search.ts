import { homininiId } from '@tribus/community/limits.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isBlockBetween } from './blocks.ts';
import { type IdentityDb, onlyUuids } from './tables.ts';

export interface FoundUser {
  userId: string;
  /** Similarity of the name. */
  rank: number;
}

/** The users among whom a name is searched. */
interface SearchedUsers {
  userIds: readonly string[];
  /** With it also all users, except this one and those whom a block separates from them. */
  viewerId: string;
}

/** Names read of those that begin with the text, and of those that resemble it, when all names are searched. */
const namesMax = 200;

/** Search for users by name (docs/decisions/0038). */
export class UserSearch {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Returns the active users whose name resembles the text: the best first, after a position. */
  async find(
    text: string,
    { userIds, viewerId }: SearchedUsers,
    limit: number,
    after: FoundUser | undefined,
  ): Promise<FoundUser[]> {
    const rest = after ? sql`(rank, id::text) < (${after.rank}::integer, ${after.userId}::text)` : sql`true`;
    const [viewer] = onlyUuids([viewerId]);
    const { rows } = await sql<FoundUser>`
      with candidates as (
        select id from users where id = any(${onlyUuids(userIds)}::uuid[])
        ${viewer === undefined || text === '' ? sql`` : sql`union ${othersNamed(text, viewer)}`}),
      ranked as (
        select id, name_rank(search_name(name), search_name(${text}::text)) as rank
        from users join candidates using (id) where status = 'active')
      select id as "userId", rank from ranked where rank is not null and ${rest}
      order by rank desc, id::text desc limit ${limit}`.execute(this.#db);
    return rows;
  }
}

/**
 * Selects users by indexes of all names: those that begin with the text, in order, and those with a similar word. Texts
 * without three letters or digits of ASCII have no trigrams to look up.
 */
function othersNamed(text: string, viewer: string): RawBuilder<unknown> {
  const query = sql`search_name(${text}::text)`;
  const name = sql`search_name(name) collate "C"`;
  const viewerId = sql`${viewer}::uuid`;
  const mayFind = sql`status = 'active' and id <> ${viewerId}
    and not ${isBlockBetween(viewerId, sql`users.id`, homininiId)}`;
  const beginning = sql`(select id from users
    where ${name} >= ${query} and ${name} < ${query} || chr(1114111) and ${mayFind} order by ${name} limit ${namesMax})`;
  const similar = sql`(select id from users where ${query} <% search_name(name) and ${mayFind} limit ${namesMax})`;
  const hasTrigrams = /[a-z\d]{3}/i.test(text.normalize('NFKD').replace(/\p{M}/gu, ''));
  return hasTrigrams ? sql`${beginning} union ${similar}` : beginning;
}
