import { type Kysely, sql } from 'kysely';
import type { ContentDb } from './tables.ts';

/** The place of a post with its slug. */
export interface PostPlace {
  id: string;
  place: string | null;
  placeSlug: string | null;
}

/** The slugs of the places of posts, which earlier versions derived by other rules. */
export class PlaceSlugs {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** A portion of all posts, in the order of ids. */
  list(afterId: string | undefined, limit: number): Promise<PostPlace[]> {
    return this.#db
      .selectFrom('posts')
      .select(['id', 'place', 'placeSlug'])
      .$if(afterId !== undefined, (query) => query.where('id', '>', afterId ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Replaces the slugs of those posts whose places are still the same; returns their number. */
  async set(posts: readonly PostPlace[]): Promise<number> {
    if (posts.length === 0) return 0;
    const { numAffectedRows } = await sql`
      update posts set place_slug = derived.slug
      from unnest(
        ${posts.map(({ id }) => id)}::uuid[], ${posts.map(({ place }) => place)}::text[],
        ${posts.map(({ placeSlug }) => placeSlug)}::text[]) as derived (id, place, slug)
      where posts.id = derived.id and posts.place is not distinct from derived.place`.execute(this.#db);
    return Number(numAffectedRows ?? 0);
  }
}
