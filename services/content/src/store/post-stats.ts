import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PostStatsGroup } from '../../api/post-stats.ts';
import type { ContentDb } from './tables.ts';

export interface PostNumbers {
  posts: number;
  comments: number;
  reactions: number;
  views: number;
}

export interface PostNumbersOf extends PostNumbers {
  key: string;
}

const noPosts: PostNumbers = { posts: 0, comments: 0, reactions: 0, views: 0 };

/** The posts that were published on these days (UTC, `YYYY-MM-DD`), both included. */
export interface PostSpan {
  from: string;
  to: string;
}

/** The numbers of a period, in total and of its groups. */
export interface PostNumbersByGroup extends PostSpan {
  items: PostNumbersOf[];
  totals: PostNumbers;
}

/** Numbers of the posts of a period, from the counters of each post (docs/decisions/0045). */
export class PostStatistics {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** The numbers of at most `limit` groups, those with most posts first, and of all posts, of the same moment. */
  async count(by: PostStatsGroup, span: PostSpan, limit: number): Promise<Omit<PostNumbersByGroup, keyof PostSpan>> {
    const tags = by === 'tag' ? sql`cross join unnest(tags) as tag` : sql``;
    const { rows } = await sql<PostNumbers & { key: string | null }>`
      select * from (
        select null as key, ${sums} from posts where ${isIn(span)}
        union all (
          select ${keys[by]} as key, ${sums} from posts ${tags} where ${isIn(span)}
          group by 1 order by posts desc, key limit ${limit})) as counted
      order by posts desc, key`.execute(this.#db);
    const items = rows.flatMap(({ key, ...numbers }) => (key === null ? [] : [{ key, ...numbers }]));
    const { posts, comments, reactions, views } = rows.find(({ key }) => key === null) ?? noPosts;
    return { items, totals: { posts, comments, reactions, views } };
  }
}

const keys: Record<PostStatsGroup, RawBuilder<string>> = {
  day: sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`,
  hour: sql`to_char(created_at at time zone 'UTC', 'HH24')`,
  tribe: sql`tribe_id::text`,
  kind: sql`kind::text`,
  tag: sql`tag`,
};

const sums = sql`count(*)::integer as posts, coalesce(sum(comments_count), 0)::integer as comments,
  coalesce(sum(likes + dislikes), 0)::integer as reactions, coalesce(sum(views), 0)::integer as views`;

/** In UTC, whatever the time zone of the connection. */
const isIn = ({ from, to }: PostSpan) => sql`
  created_at >= ${from}::timestamp at time zone 'UTC'
  and created_at < (${to}::timestamp + interval '1 day') at time zone 'UTC'`;
