import type { Position } from '@tribus/kit/http/keyset.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { isShown } from './shown.ts';
import type { ContentDb, ReactionType } from './tables.ts';

/** A comment with the viewer's reaction to it. */
export type StoredComment = Selectable<ContentDb['comments']> & { myReaction: ReactionType | null };

export type NewComment = Omit<StoredComment, 'likes' | 'dislikes' | 'myReaction' | 'hiddenAt' | 'hiddenCause'>;

/** For whom comments are listed. */
export interface CommentsViewer {
  viewerId: string;
  /** Sees what is hidden from others. */
  moderates: boolean;
  /** Whose comments are left out. */
  blocked: ReadonlySet<string>;
}

/** What the event of its deletion tells. */
export type DeletedComment = Pick<StoredComment, 'id' | 'postId'> & { tribeId: number };

/** Hidden comments are not counted on their post. */
const isCounted = ({ hiddenAt }: Pick<StoredComment, 'hiddenAt'>): boolean => hiddenAt === null;

export class Comments {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /**
   * A page of the comments on the post itself, the oldest first. Of those who are blocked there are only the comments to
   * which others replied.
   */
  listPage(postId: string, viewer: CommentsViewer, limit: number, after?: Position): Promise<StoredComment[]> {
    const leftOut = [...viewer.blocked];
    let query = this.#select(viewer.viewerId)
      .$if(leftOut.length > 0, (among) =>
        among.where(
          sql<boolean>`(not (comments.author_id = any(${leftOut}::text[])) or exists (
            select from comments as reply where reply.parent_id = comments.id and reply.hidden_at is null
              and not (reply.author_id = any(${leftOut}::text[]))))`,
        ),
      )
      .where('comments.postId', '=', postId)
      .where(isShown('comments', viewer))
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
  async listReplies(parentIds: readonly string[], viewer: CommentsViewer): Promise<StoredComment[]> {
    if (parentIds.length === 0) return [];
    const leftOut = [...viewer.blocked];
    return this.#select(viewer.viewerId)
      .$if(leftOut.length > 0, (among) => among.where(sql<boolean>`not (comments.author_id = any(${leftOut}::text[]))`))
      .where('comments.parentId', 'in', parentIds)
      .where(isShown('comments', viewer))
      .orderBy('comments.createdAt')
      .orderBy('comments.id')
      .execute();
  }

  /** What somebody wrote, for themselves, in the order of the ids. */
  listOwn(authorId: string, limit: number, afterId: string) {
    return this.#db
      .selectFrom('comments')
      .innerJoin('posts', 'posts.id', 'comments.postId')
      .select(['comments.id', 'posts.tribeId', 'postId', 'parentId', 'comments.content', 'comments.createdAt'])
      .where('comments.authorId', '=', authorId)
      .$if(afterId !== '', (query) => query.where('comments.id', '>', afterId))
      .orderBy('comments.id')
      .limit(limit)
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
      .returning(['id', 'authorId', 'hiddenAt'])
      .execute();
    if (deleted.length === 0) return [];
    const ids = deleted.map((comment) => comment.id);
    await this.#db.deleteFrom('reactions').where('targetId', 'in', ids).execute();
    await this.#db
      .updateTable('posts')
      .set((row) => ({ commentsCount: row('commentsCount', '-', deleted.filter(isCounted).length) }))
      .where('id', '=', postId)
      .execute();
    return deleted;
  }

  /**
   * Deletes up to so many comments of a user, with their own replies to them and the reactions to all; of one under
   * which others replied only the text. Posts are locked first, as when a comment is added. Returns how many were dealt
   * with, and those that are gone.
   */
  async deleteSomeOf(authorId: string, limit: number): Promise<{ count: number; deleted: DeletedComment[] }> {
    const some = await this.#db
      .selectFrom('comments')
      .select(['id', 'postId'])
      .where('authorId', '=', authorId)
      .where('content', '!=', '')
      .orderBy('id')
      .limit(limit)
      .execute();
    if (some.length === 0) return { count: 0, deleted: [] };
    const tribes = await this.#lockPosts(some.map(({ postId }) => postId));
    const ids = some.map(({ id }) => id);
    const answered = await this.#emptyAnswered(ids, authorId);
    const deleted = await this.#deleteAll(ids.filter((id) => !answered.has(id)));
    return {
      count: some.length,
      deleted: deleted.flatMap((comment) => {
        const tribeId = tribes.get(comment.postId);
        return tribeId === undefined ? [] : [{ ...comment, tribeId }];
      }),
    };
  }

  /** Locks posts in one order; resolves to the tribe of each. */
  async #lockPosts(ids: readonly string[]): Promise<Map<string, number>> {
    const posts = await this.#db
      .selectFrom('posts')
      .select(['id', 'tribeId'])
      .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
      .orderBy('id')
      .forUpdate()
      .execute();
    return new Map(posts.map(({ id, tribeId }) => [id, tribeId]));
  }

  /** Takes the text from those of these comments under which others replied; resolves to their ids. */
  async #emptyAnswered(ids: readonly string[], authorId: string): Promise<Set<string>> {
    const rows = await this.#db
      .updateTable('comments')
      .set({ content: '' })
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where(
        sql<boolean>`exists (select from comments as reply where reply.parent_id = comments.id and reply.author_id <> ${authorId})`,
      )
      .returning('id')
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  /** Deletes comments, their replies and the reactions to all of them, and counts them on their posts no more. */
  async #deleteAll(ids: readonly string[]): Promise<Pick<StoredComment, 'id' | 'postId'>[]> {
    const deleted = await this.#db
      .deleteFrom('comments')
      .where(sql<boolean>`(id = any(${ids}::uuid[]) or parent_id = any(${ids}::uuid[]))`)
      .returning(['id', 'postId', 'hiddenAt'])
      .execute();
    const targets = deleted.map(({ id }) => id);
    await this.#db.deleteFrom('reactions').where(sql<boolean>`target_id = any(${targets}::uuid[])`).execute();
    const onPosts = deleted.filter(isCounted).map(({ postId }) => postId);
    await sql`
      update posts set comments_count = comments_count - gone.count
      from (select id, count(*)::integer as count from unnest(${onPosts}::uuid[]) as id group by id) as gone
      where posts.id = gone.id`.execute(this.#db);
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
        'comments.hiddenAt',
        'comments.hiddenCause',
        'reactions.type as myReaction',
      ]);
  }
}
