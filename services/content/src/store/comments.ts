import type { Position } from '@tribus/kit/http/keyset.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { ContentDb, ReactionType } from './tables.ts';

/** A comment with the viewer's reaction to it. */
export type StoredComment = Selectable<ContentDb['comments']> & { myReaction: ReactionType | null };

export type NewComment = Omit<StoredComment, 'likes' | 'dislikes' | 'myReaction'>;

export class Comments {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** A page of the comments on the post itself, the oldest first. */
  listPage(postId: string, viewerId: string, limit: number, after?: Position): Promise<StoredComment[]> {
    let query = this.#select(viewerId)
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

  /** The replies to several comments, the oldest first. */
  async listReplies(parentIds: readonly string[], viewerId: string): Promise<StoredComment[]> {
    if (parentIds.length === 0) return [];
    return this.#select(viewerId)
      .where('comments.parentId', 'in', parentIds)
      .orderBy('comments.createdAt')
      .orderBy('comments.id')
      .execute();
  }

  find(id: string, viewerId: string): Promise<StoredComment | undefined> {
    return this.#select(viewerId).where('comments.id', '=', id).executeTakeFirst();
  }

  /** Locks the comment until the transaction ends; false when there is none. */
  async lock(id: string): Promise<boolean> {
    const row = await this.#db.selectFrom('comments').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
    return row !== undefined;
  }

  /** Inserts the comment and counts it on its post; false when there is one of this id already. */
  async insert(comment: NewComment): Promise<boolean> {
    const { written } = await this.#db
      .with('written', (within) =>
        within
          .insertInto('comments')
          .values(comment)
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

  /** Deletes the comment with its replies and the reactions to them; returns the comments deleted. */
  async delete({
    id,
    postId,
  }: Pick<StoredComment, 'id' | 'postId'>): Promise<Pick<StoredComment, 'id' | 'authorId'>[]> {
    const deleted = await this.#db
      .deleteFrom('comments')
      .where((row) => row.or([row('id', '=', id), row('parentId', '=', id)]))
      .returning(['id', 'authorId'])
      .execute();
    if (deleted.length === 0) return [];
    const ids = deleted.map((comment) => comment.id);
    await this.#db.deleteFrom('reactions').where('targetId', 'in', ids).execute();
    await this.#db
      .updateTable('posts')
      .set((row) => ({ commentsCount: row('commentsCount', '-', deleted.length) }))
      .where('id', '=', postId)
      .execute();
    return deleted;
  }

  /** How many comments somebody wrote on each of these posts. */
  async countByAuthor(authorId: string, postIds: readonly string[]): Promise<Map<string, number>> {
    if (postIds.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('comments')
      .select((row) => ['postId', row.fn.countAll<number>().as('count')])
      .where('authorId', '=', authorId)
      .where('postId', 'in', postIds)
      .groupBy('postId')
      .execute();
    return new Map(rows.map(({ postId, count }) => [postId, count]));
  }

  #select(viewerId: string) {
    return this.#db
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
}
