import type { Position } from '@tribus/kit/http/keyset.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { ContentDb, ReactionType } from './tables.ts';

/** A post with the viewer's reaction to it. */
export type StoredPost = Omit<Selectable<ContentDb['posts']>, 'picturesVersion' | 'mediaVersion' | 'picturesKept'> & {
  /** Media has confirmed who may see the pictures. */
  picturesConfirmed: boolean;
  myReaction: ReactionType | null;
};

/** What decides over a post when something is done with it. */
export type LockedPost = Pick<StoredPost, 'id' | 'tribeId' | 'authorId' | 'minLevelOrder'>;

/** What the event of its deletion tells. */
export type DeletedPost = Pick<StoredPost, 'id' | 'tribeId' | 'authorId' | 'kind' | 'images'>;

export type NewPost = Omit<
  StoredPost,
  'editedAt' | 'commentsCount' | 'likes' | 'dislikes' | 'views' | 'myReaction' | 'picturesConfirmed'
>;

/** Which of a tribe's posts a page holds. */
export interface FeedFilter {
  tribeId: number;
  tag?: string;
  place?: string;
  /** Posts up to this level, and the viewer's own. */
  maxLevel: number;
  viewerId: string;
  limit: number;
  after?: Position;
}

export class Posts {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** A page of a tribe's posts, the newest first. */
  listPage({ tribeId, tag, place, maxLevel, viewerId, after, limit }: FeedFilter): Promise<StoredPost[]> {
    let query = this.#select(viewerId)
      .where('posts.tribeId', '=', tribeId)
      .where((row) => row.or([row('posts.minLevelOrder', '<=', maxLevel), row('posts.authorId', '=', viewerId)]))
      .orderBy('posts.createdAt', 'desc')
      .orderBy('posts.id', 'desc')
      .limit(limit);
    if (tag) query = query.where(sql<boolean>`posts.tags @> array[${tag}]::text[]`);
    if (place) query = query.where('posts.placeSlug', '=', place);
    if (after) {
      query = query.where((row) =>
        row(row.refTuple('posts.createdAt', 'posts.id'), '<', row.tuple(after.createdAt, after.id)),
      );
    }
    return query.execute();
  }

  find(id: string, viewerId: string): Promise<StoredPost | undefined> {
    return this.#select(viewerId).where('posts.id', '=', id).executeTakeFirst();
  }

  async listByIds(ids: readonly string[]): Promise<StoredPost[]> {
    return ids.length === 0 ? [] : this.#select('').where('posts.id', 'in', ids).execute();
  }

  async count(tribeId: number): Promise<number> {
    const { count } = await this.#db
      .selectFrom('posts')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('tribeId', '=', tribeId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** How many posts everybody may see in a tribe. */
  async countOpen(tribeId: number): Promise<number> {
    const { count } = await this.#db
      .selectFrom('posts')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('tribeId', '=', tribeId)
      .where('minLevelOrder', '<=', 1)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Locks the post until the transaction ends; undefined when there is none. */
  lock(id: string): Promise<LockedPost | undefined> {
    return this.#db
      .selectFrom('posts')
      .select(['id', 'tribeId', 'authorId', 'minLevelOrder'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
  }

  async insert(post: NewPost): Promise<void> {
    await this.#db
      .insertInto('posts')
      .values({
        ...post,
        images: JSON.stringify(post.images),
        picturesKept: post.images.length === 0,
        editedAt: null,
      })
      .execute();
  }

  /** Changes the text, and the level unless it is undefined; returns the post after it, undefined when there is none. */
  async update(
    id: string,
    { content, minLevelOrder, editedAt }: { content: string; minLevelOrder: number | undefined; editedAt: Date },
  ): Promise<Pick<StoredPost, 'content' | 'editedAt' | 'minLevelOrder' | 'picturesConfirmed'> | undefined> {
    const level = sql<number>`coalesce(${minLevelOrder ?? null}::integer, min_level_order)`;
    const opensOrCloses = sql`(min_level_order > 1) <> (${level} > 1)`;
    return this.#db
      .updateTable('posts')
      .set({
        content,
        minLevelOrder: level,
        editedAt,
        picturesVersion: sql<number>`pictures_version + (${opensOrCloses})::integer`,
      })
      .where('id', '=', id)
      .returning([
        'content',
        'editedAt',
        'minLevelOrder',
        sql<boolean>`media_version = pictures_version`.as('picturesConfirmed'),
      ])
      .executeTakeFirst();
  }

  /**
   * Deletes the post with its comments, views and the reactions to all of them; false when there is none. Reactions go
   * last: who reacts locks what they react to, so none comes after.
   */
  async delete(id: string): Promise<boolean> {
    if (!(await this.lock(id))) return false;
    await this.#deleteLocked([id]);
    return true;
  }

  /** Deletes up to so many posts of a tribe, as `delete` does one; returns them. */
  async deleteSome(tribeId: number, limit: number): Promise<DeletedPost[]> {
    const posts = await this.#db
      .selectFrom('posts')
      .select(['id', 'tribeId', 'authorId', 'kind', 'images'])
      .where('tribeId', '=', tribeId)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .forUpdate()
      .execute();
    if (posts.length > 0) await this.#deleteLocked(posts.map(({ id }) => id));
    return posts;
  }

  async #deleteLocked(ids: readonly string[]): Promise<void> {
    const ofPosts = sql<boolean>`post_id = any(${ids}::uuid[])`;
    const comments = await this.#db.deleteFrom('comments').where(ofPosts).returning('id').execute();
    const targets = [...ids, ...comments.map(({ id }) => id)];
    await this.#db.deleteFrom('reactions').where(sql<boolean>`target_id = any(${targets}::uuid[])`).execute();
    await this.#db.deleteFrom('views').where(ofPosts).execute();
    await this.#db.deleteFrom('posts').where(sql<boolean>`id = any(${ids}::uuid[])`).execute();
  }

  /** Counts a view unless this viewer had one that day. `day` is `YYYY-MM-DD`. */
  async countView(postId: string, viewer: string, day: string): Promise<void> {
    if (!(await this.lock(postId))) return;
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('views')
      .values({ postId, viewer, day })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return;
    await this.#db
      .updateTable('posts')
      .set((row) => ({ views: row('views', '+', 1) }))
      .where('id', '=', postId)
      .execute();
  }

  #select(viewerId: string) {
    return this.#db
      .selectFrom('posts')
      .leftJoin('reactions', (join) =>
        join.onRef('reactions.targetId', '=', 'posts.id').on('reactions.userId', '=', viewerId),
      )
      .select([
        'posts.id',
        'posts.tribeId',
        'posts.authorId',
        'posts.kind',
        'posts.content',
        'posts.images',
        'posts.coverIndex',
        'posts.tags',
        'posts.place',
        'posts.placeSlug',
        'posts.minLevelOrder',
        'posts.createdAt',
        'posts.editedAt',
        'posts.commentsCount',
        'posts.likes',
        'posts.dislikes',
        'posts.views',
        sql<boolean>`posts.media_version = posts.pictures_version`.as('picturesConfirmed'),
        'reactions.type as myReaction',
      ]);
  }
}
