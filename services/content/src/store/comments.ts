import type { Position } from '@tribus/kit/http/keyset.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ContentDb, ReactionType } from './tables.ts';

export interface StoredComment {
  id: string;
  postId: string;
  authorId: string;
  parentId: string | null;
  content: string;
  createdAt: Date;
  likes: number;
  dislikes: number;
  myReaction: ReactionType | null;
}

type Sql = Kysely<ContentDb> | Transaction<ContentDb>;

function selectComments(db: Sql, viewerId: string) {
  return db
    .selectFrom('comments')
    .leftJoin('reactions', (join) =>
      join.onRef('reactions.targetId', '=', 'comments.id').on('reactions.userId', '=', viewerId),
    )
    .select([
      'comments.id',
      'comments.postId',
      'comments.authorId',
      'comments.parentId',
      'comments.content',
      'comments.createdAt',
      'comments.likes',
      'comments.dislikes',
      'reactions.type as myReaction',
    ]);
}

/** A page of comments on the post itself, in the order written. */
export function threadPage(
  db: Sql,
  postId: string,
  viewerId: string,
  limit: number,
  after?: Position,
): Promise<StoredComment[]> {
  let query = selectComments(db, viewerId)
    .where('comments.postId', '=', postId)
    .where('comments.parentId', 'is', null)
    .orderBy('comments.createdAt')
    .orderBy('comments.id')
    .limit(limit);
  if (after) {
    query = query.where((row) =>
      row(row.refTuple('comments.createdAt', 'comments.id'), '>', row.tuple(after.createdAt, after.id)),
    );
  }
  return query.execute();
}

/** The replies to several comments, in the order written. */
export async function repliesTo(db: Sql, parentIds: readonly string[], viewerId: string): Promise<StoredComment[]> {
  if (parentIds.length === 0) return [];
  return selectComments(db, viewerId)
    .where('comments.parentId', 'in', parentIds)
    .orderBy('comments.createdAt')
    .orderBy('comments.id')
    .execute();
}

export function commentById(db: Sql, id: string, viewerId: string): Promise<StoredComment | undefined> {
  return selectComments(db, viewerId).where('comments.id', '=', id).executeTakeFirst();
}

/** Holds the comment until the transaction ends; false when it is gone. */
export async function lockComment(db: Transaction<ContentDb>, id: string): Promise<boolean> {
  const row = await db.selectFrom('comments').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row !== undefined;
}

export type NewComment = Omit<StoredComment, 'likes' | 'dislikes' | 'myReaction'>;

/** Writes the comment and counts it; false when one of this id stood there already. */
export async function insertComment(db: Transaction<ContentDb>, comment: NewComment): Promise<boolean> {
  const { written } = await db
    .with('written', (within) =>
      within
        .insertInto('comments')
        .values({
          id: comment.id,
          postId: comment.postId,
          authorId: comment.authorId,
          parentId: comment.parentId,
          content: comment.content,
          createdAt: comment.createdAt,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id'),
    )
    .updateTable('posts')
    .set({ commentsCount: sql`comments_count + (select count(*) from written)` })
    .where('id', '=', comment.postId)
    .returning(sql<number>`(select count(*) from written)`.as('written'))
    .executeTakeFirstOrThrow();
  return written > 0;
}

/** Removes the comment with its replies and the reactions on them; answers what went. */
export async function deleteComment(
  db: Transaction<ContentDb>,
  comment: StoredComment,
): Promise<{ id: string; authorId: string }[]> {
  const gone = await db
    .deleteFrom('comments')
    .where((row) => row.or([row('id', '=', comment.id), row('parentId', '=', comment.id)]))
    .returning(['id', 'authorId'])
    .execute();
  if (gone.length === 0) return [];
  const ids = gone.map(({ id }) => id);
  await db.deleteFrom('reactions').where('targetId', 'in', ids).execute();
  await recount(db, comment.postId, -gone.length);
  return gone;
}

async function recount(db: Transaction<ContentDb>, postId: string, by: number): Promise<void> {
  await db
    .updateTable('posts')
    .set({ commentsCount: sql`comments_count + ${by}` })
    .where('id', '=', postId)
    .execute();
}

/** How many comments somebody wrote on each of these posts. */
export async function myCommentCounts(
  db: Sql,
  authorId: string,
  postIds: readonly string[],
): Promise<Map<string, number>> {
  if (postIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('comments')
    .select((row) => ['postId', row.fn.countAll<number>().as('count')])
    .where('authorId', '=', authorId)
    .where('postId', 'in', postIds)
    .groupBy('postId')
    .execute();
  return new Map(rows.map(({ postId, count }) => [postId, Number(count)]));
}
