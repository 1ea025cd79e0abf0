import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { countUpTo } from '@tribus/kit/postgres/count-up-to.ts';
import { newerThan, olderThan } from '@tribus/kit/postgres/keyset.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { selectPosts } from './post-columns.ts';
import { anyViewer, type MutedPosts, type PostViewer } from './post-viewers.ts';
import type { ContentDb, ReactionType } from './tables.ts';
import {
  isListed,
  isVisible,
  type PostRights,
  type ReadableTribe,
  readableRights,
  readableTribes,
} from './visible-posts.ts';

/** A post with the viewer's reaction to it. */
export type StoredPost = Omit<Selectable<ContentDb['posts']>, 'mediaVersion' | 'picturesKept'> & {
  /** Media has confirmed the visibility of the pictures. */
  picturesConfirmed: boolean;
  /** Pinned to the top of the feed of its tribe. */
  isPinned: boolean;
  myReaction: ReactionType | null;
};

/** The columns needed to decide about a change of a post. */
export type LockedPost = Pick<
  StoredPost,
  'id' | 'tribeId' | 'authorId' | 'minLevelOrder' | 'hiddenCause' | 'commentsLocked'
>;

const afterDeletion = [
  ...(['id', 'tribeId', 'authorId', 'kind', 'images', 'videos'] as const),
  ...(['picturesVersion', 'minLevelOrder', 'hiddenCause'] as const),
] as const;
/** The fields needed after its deletion. */
export type DeletedPost = Pick<StoredPost, (typeof afterDeletion)[number]>;

export type NewPost = Omit<
  StoredPost,
  | Exclude<keyof EditedText, 'content'>
  | 'commentsCount'
  | 'likes'
  | 'dislikes'
  | 'views'
  | 'myReaction'
  | 'picturesVersion'
  | 'picturesConfirmed'
  | 'isPinned'
  | 'commentsLocked'
  | 'isAnnouncement'
  | 'hiddenAt'
  | 'hiddenCause'
>;

/** The columns of the text of a post. */
export type EditedText = Pick<
  StoredPost,
  'content' | 'editedAt' | 'textVersion' | 'editedByModerator' | 'closedVersions'
>;

/** The filter of a page of a tribe's posts. */
export interface FeedFilter extends PostViewer, PostRights {
  tribeId: number;
  tag?: string | undefined;
  place?: string | undefined;
  kind?: StoredPost['kind'] | undefined;
  /** The newest first by default. */
  order?: 'newestFirst' | 'oldestFirst';
  /** Only pinned posts, or only the others. */
  pinned?: boolean;
  muted?: MutedPosts | undefined;
  limit: number;
  after?: ListPosition;
}

/** The filter of a page of an author's posts. */
export interface AuthorFilter extends Pick<FeedFilter, 'viewerId' | 'blocked' | 'limit' | 'after'> {
  authorId: string;
  /** All kinds when undefined. */
  kinds: readonly StoredPost['kind'][] | undefined;
  tribes: readonly ReadableTribe[];
}

const postOrder = { time: 'posts.createdAt', id: 'posts.id' };

export class Posts {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** A page of a tribe's posts. */
  listPage(filter: FeedFilter): Promise<StoredPost[]> {
    const { tribeId, tag, place, kind, pinned, muted, after, limit } = filter;
    const isAscending = filter.order === 'oldestFirst';
    let query = selectPosts(this.#db, filter)
      .where('posts.tribeId', '=', tribeId)
      .where((isAscending ? newerThan : olderThan)(after, postOrder))
      .where(isListed(filter, muted ?? { authors: [], tags: [] }, filter))
      .orderBy('posts.createdAt', isAscending ? 'asc' : 'desc')
      .orderBy('posts.id', isAscending ? 'asc' : 'desc')
      .limit(limit);
    if (tag) query = query.where(sql<boolean>`posts.tags @> array[${tag}]::text[]`);
    if (kind) query = query.where('posts.kind', '=', kind);
    if (place) query = query.where('posts.placeSlug', '=', place);
    if (pinned !== undefined) query = query.where('pinnedPosts.place', pinned ? 'is not' : 'is', null);
    return query.execute();
  }

  /** A page of an author's posts in several tribes, the newest first. */
  listByAuthor({ authorId, kinds, tribes, after, limit, ...viewer }: AuthorFilter): Promise<StoredPost[]> {
    return selectPosts(this.#db, viewer)
      .where('posts.authorId', '=', authorId)
      .where(
        sql<boolean>`exists (
          select from ${readableTribes(tribes)}
          where readable.tribe_id = posts.tribe_id and ${isVisible(viewer, readableRights)})`,
      )
      .$if(kinds !== undefined, (query) => query.where('posts.kind', 'in', kinds ?? []))
      .where(olderThan(after, postOrder))
      .orderBy('posts.createdAt', 'desc')
      .orderBy('posts.id', 'desc')
      .limit(limit)
      .execute();
  }

  /** A user's own posts, ordered by id. */
  listOwn(authorId: string, limit: number, afterId: string) {
    return this.#db
      .selectFrom('posts')
      .select([
        'id',
        'tribeId',
        'kind',
        'content',
        'images',
        'videos',
        'videoLinks',
        'tags',
        'place',
        'minLevelOrder',
        'createdAt',
        'editedAt',
      ])
      .select(['commentsCount', 'likes', 'dislikes', 'views'])
      .where('authorId', '=', authorId)
      .$if(afterId !== '', (query) => query.where('id', '>', afterId))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** The tribes with posts of a user. */
  async listTribeIdsOf(authorId: string): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('posts')
      .select('tribeId')
      .distinct()
      .where('authorId', '=', authorId)
      .execute();
    return rows.map(({ tribeId }) => tribeId);
  }

  find(id: string, viewer: PostViewer): Promise<StoredPost | undefined> {
    return selectPosts(this.#db, viewer).where('posts.id', '=', id).executeTakeFirst();
  }

  async listByIds(ids: readonly string[], viewer: PostViewer = anyViewer): Promise<StoredPost[]> {
    return ids.length === 0 ? [] : selectPosts(this.#db, viewer).where('posts.id', 'in', ids).execute();
  }

  /** The number of posts of a tribe that everybody may see, counted up to `max`. */
  countOpen(tribeId: number, max: number): Promise<number> {
    const open = this.#db
      .selectFrom('posts')
      .select('id')
      .where('tribeId', '=', tribeId)
      .where('minLevelOrder', '<=', 1)
      .where('hiddenAt', 'is', null);
    return countUpTo(this.#db, open, max);
  }

  async setCommentsLocked(id: string, commentsLocked: boolean): Promise<void> {
    await this.#db.updateTable('posts').set({ commentsLocked }).where('id', '=', id).execute();
  }

  /** Locks the post until the transaction ends; undefined when there is none. */
  lock(id: string): Promise<LockedPost | undefined> {
    return this.#db
      .selectFrom('posts')
      .select(['id', 'tribeId', 'authorId', 'minLevelOrder', 'hiddenCause', 'commentsLocked'])
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
        videos: JSON.stringify(post.videos),
        videoLinks: JSON.stringify(post.videoLinks),
        picturesKept: post.images.length + post.videos.length === 0,
        editedAt: null,
      })
      .execute();
  }

  /** Changes the text, and the level unless it is undefined. False when there is no such post. */
  async update(
    id: string,
    { minLevelOrder, ...text }: EditedText & { minLevelOrder: number | undefined },
  ): Promise<boolean> {
    const level = sql<number>`coalesce(${minLevelOrder ?? null}::integer, min_level_order)`;
    // The pictures of a hidden post need signed addresses at any level, so its level does not change their visibility.
    const changes = sql`hidden_at is null and ((min_level_order > 1) <> (${level} > 1) or ${level} > min_level_order)`;
    const { numUpdatedRows } = await this.#db
      .updateTable('posts')
      .set({
        ...text,
        minLevelOrder: level,
        picturesVersion: sql<number>`pictures_version + (${changes})::integer`,
      })
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Deletes the post; its rows are deleted by `Orphans`. False when there is no such post. */
  async delete(id: string): Promise<boolean> {
    if (!(await this.lock(id))) return false;
    await this.#deleteLocked([id]);
    return true;
  }

  /** Deletes and returns up to `limit` posts of a tribe or an author, as `delete` does one. */
  async deleteSome(of: { tribeId: number } | { authorId: string }, limit: number): Promise<DeletedPost[]> {
    const posts = await this.#db
      .selectFrom('posts')
      .select(afterDeletion)
      .where((row) => row.and(of))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .forUpdate()
      .execute();
    if (posts.length > 0) await this.#deleteLocked(posts.map(({ id }) => id));
    return posts;
  }

  async #deleteLocked(ids: readonly string[]): Promise<void> {
    await this.#db.deleteFrom('pinnedPosts').where('postId', 'in', ids).execute();
    await this.#db.deleteFrom('posts').where('id', 'in', ids).execute();
  }
}
