import type { Position } from '@tribus/kit/http/keyset.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ContentDb, PostKind, ReactionType, StoredPicture } from './tables.ts';

/** A post as it is stored, with what the viewer feels about it. */
export interface StoredPost {
  id: string;
  tribeId: number;
  authorId: string;
  kind: PostKind;
  content: string;
  images: StoredPicture[];
  coverIndex: number;
  tags: string[];
  place: string | null;
  placeSlug: string | null;
  minLevelOrder: number;
  /** Media knows what the level means for its pictures. */
  mediaKnows: boolean;
  createdAt: Date;
  editedAt: Date | null;
  comments: number;
  likes: number;
  dislikes: number;
  views: number;
  myReaction: ReactionType | null;
}

/** What part of a tribe's posts is asked for. */
export interface FeedFilter {
  tribeId: number;
  tag?: string;
  place?: string;
  /** Sees posts up to this level, and their own. */
  maxLevel: number;
  viewerId: string;
  limit: number;
  after?: Position;
}

type Sql = Kysely<ContentDb> | Transaction<ContentDb>;

function selectPosts(db: Sql, viewerId: string) {
  return db
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
      sql<boolean>`posts.media_version = posts.pictures_version`.as('mediaKnows'),
      'posts.createdAt',
      'posts.editedAt',
      'posts.commentsCount as comments',
      'posts.likes',
      'posts.dislikes',
      'posts.views',
      'reactions.type as myReaction',
    ]);
}

/** A page of a tribe's posts, the newest first. */
export function feedPage(db: Sql, filter: FeedFilter): Promise<StoredPost[]> {
  const { tribeId, tag, place, maxLevel, viewerId, after, limit } = filter;
  let query = selectPosts(db, viewerId)
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

export function postById(db: Sql, id: string, viewerId: string): Promise<StoredPost | undefined> {
  return selectPosts(db, viewerId).where('posts.id', '=', id).executeTakeFirst();
}

export function postsByIds(db: Sql, ids: readonly string[]): Promise<StoredPost[]> {
  return selectPosts(db, '').where('posts.id', 'in', ids).execute();
}

/** Holds the post until the transaction ends; false when it is gone. */
export async function lockPost(db: Transaction<ContentDb>, id: string): Promise<boolean> {
  const row = await db.selectFrom('posts').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row !== undefined;
}

/** What decides over a post when something is done with it. */
export type LockedPost = Pick<StoredPost, 'id' | 'tribeId' | 'authorId' | 'minLevelOrder'>;

/** Reads what decides over a post, and holds it until the transaction ends. */
export function lockPostRow(db: Transaction<ContentDb>, id: string): Promise<LockedPost | undefined> {
  return db
    .selectFrom('posts')
    .select(['id', 'tribeId', 'authorId', 'minLevelOrder'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export type NewPost = Omit<
  StoredPost,
  'editedAt' | 'comments' | 'likes' | 'dislikes' | 'views' | 'myReaction' | 'mediaKnows'
>;

export async function insertPost(db: Transaction<ContentDb>, post: NewPost): Promise<void> {
  await db
    .insertInto('posts')
    .values({
      id: post.id,
      tribeId: post.tribeId,
      authorId: post.authorId,
      kind: post.kind,
      content: post.content,
      images: JSON.stringify(post.images),
      coverIndex: post.coverIndex,
      tags: post.tags,
      place: post.place,
      placeSlug: post.placeSlug,
      minLevelOrder: post.minLevelOrder,
      createdAt: post.createdAt,
      editedAt: null,
    })
    .execute();
}

/** Changes the text, and the level unless it is undefined; answers what the post is then, undefined when it was gone. */
export async function changePost(
  db: Transaction<ContentDb>,
  id: string,
  { content, minLevelOrder, editedAt }: { content: string; minLevelOrder: number | undefined; editedAt: Date },
): Promise<Pick<StoredPost, 'content' | 'editedAt' | 'minLevelOrder' | 'mediaKnows'> | undefined> {
  const level = sql<number>`coalesce(${minLevelOrder ?? null}::integer, min_level_order)`;
  const opensOrCloses = sql`(min_level_order > 1) <> (${level} > 1)`;
  return db
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
      sql<boolean>`media_version = pictures_version`.as('mediaKnows'),
    ])
    .executeTakeFirst();
}

/**
 * Removes the post with its comments, views and the reactions on all of them; false when it was gone. Reactions go
 * last: who reacts holds what they react to, so none comes after.
 */
export async function deletePost(db: Transaction<ContentDb>, id: string): Promise<boolean> {
  if (!(await lockPost(db, id))) return false;
  const comments = await db.deleteFrom('comments').where('postId', '=', id).returning('id').execute();
  const targets = [id, ...comments.map((comment) => comment.id)];
  await db.deleteFrom('reactions').where(sql<boolean>`target_id = any(${targets}::uuid[])`).execute();
  await db.deleteFrom('posts').where('id', '=', id).execute();
  return true;
}

/** A tribe's posts, some at a time, for their removal. */
export function listByTribe(db: Sql, tribeId: number, limit: number): Promise<StoredPost[]> {
  return selectPosts(db, '').where('posts.tribeId', '=', tribeId).limit(limit).execute();
}

/** How many posts everybody may see in a tribe. */
export async function countOpenPosts(db: Sql, tribeId: number): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('tribeId', '=', tribeId)
    .where('minLevelOrder', '<=', 1)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts a view unless this viewer had one that day. `day` is `YYYY-MM-DD`. */
export async function addView(db: Transaction<ContentDb>, postId: string, viewer: string, day: string): Promise<void> {
  if (!(await lockPost(db, postId))) return;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('views')
    .values({ postId, viewer, day })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return;
  await db
    .updateTable('posts')
    .set((row) => ({ views: row('views', '+', 1) }))
    .where('id', '=', postId)
    .execute();
}
