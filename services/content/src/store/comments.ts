import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { newerThan } from '@tribus/kit/postgres/keyset.ts';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import {
  changeCommentsCount,
  countThread,
  hiddenAt,
  hiddenCause,
  isAttached,
  isCounted,
  type PostOfComment,
} from './comment-state.ts';
import { isShown } from './shown.ts';
import type { ContentDb, ReactionType } from './tables.ts';

/** A comment with the viewer's reaction to it. */
export type StoredComment = Selectable<ContentDb['comments']> & { myReaction: ReactionType | null };

export type CommentInsert = Omit<StoredComment, 'likes' | 'dislikes' | 'myReaction' | 'hiddenAt' | 'hiddenCause'>;

/** The viewer of a list of comments. */
export interface CommentsViewer {
  viewerId: string;
  /** Whether the viewer sees hidden comments. */
  moderates: boolean;
  /** Users whose comments are left out. */
  blocked: ReadonlySet<string>;
}

/** The fields of the deletion's event. */
export type DeletedComment = Pick<StoredComment, 'id' | 'postId'> & { tribeId: number };

export class Comments {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /**
   * A page of the comments on the post itself, the oldest first. Comments of blocked users are included only when
   * others replied to them.
   */
  listPage(postId: string, viewer: CommentsViewer, limit: number, after?: ListPosition): Promise<StoredComment[]> {
    const excluded = [...viewer.blocked];
    return this.#select(viewer.viewerId)
      .$if(excluded.length > 0, (among) =>
        among.where(
          sql<boolean>`(not (comments.author_id = any(${excluded}::text[])) or exists (
            select from comments as reply where reply.parent_id = comments.id and ${isCounted('reply')}
              and not (reply.author_id = any(${excluded}::text[]))))`,
        ),
      )
      .where('comments.postId', '=', postId)
      .where(isShown('comments', viewer))
      .where('comments.parentId', 'is', null)
      .where(newerThan(after, { time: 'comments.createdAt', id: 'comments.id' }))
      .orderBy('comments.createdAt')
      .orderBy('comments.id')
      .limit(limit)
      .execute();
  }

  /** The replies to several comments, the oldest first. */
  async listReplies(parentIds: readonly string[], viewer: CommentsViewer): Promise<StoredComment[]> {
    if (parentIds.length === 0) return [];
    const excluded = [...viewer.blocked];
    return this.#select(viewer.viewerId)
      .$if(excluded.length > 0, (among) =>
        among.where(sql<boolean>`not (comments.author_id = any(${excluded}::text[]))`),
      )
      .where('comments.parentId', 'in', parentIds)
      .where(isShown('comments', viewer))
      .orderBy('comments.createdAt')
      .orderBy('comments.id')
      .execute();
  }

  /** The first comments on a post, or replies to a comment, that are not hidden and have a text. */
  listFirst(
    { postId, parentId }: { postId: string; parentId: string | null },
    limit: number,
  ): Promise<StoredComment[]> {
    return this.#select('')
      .where('comments.postId', '=', postId)
      .where('comments.parentId', parentId === null ? 'is' : '=', parentId)
      .where('comments.hiddenCause', 'is', null)
      .where('comments.content', '<>', '')
      .where(isAttached)
      .orderBy('comments.createdAt')
      .orderBy('comments.id')
      .limit(limit)
      .execute();
  }

  /** A user's own comments, ordered by id. */
  listOwn(authorId: string, limit: number, afterId: string) {
    return this.#db
      .selectFrom('comments')
      .innerJoin('posts', 'posts.id', 'comments.postId')
      .select(['comments.id', 'posts.tribeId', 'postId', 'parentId', 'comments.content', 'comments.createdAt'])
      .where('comments.authorId', '=', authorId)
      .where(isAttached)
      .$if(afterId !== '', (query) => query.where('comments.id', '>', afterId))
      .orderBy('comments.id')
      .limit(limit)
      .execute();
  }

  find(id: string, viewerId: string): Promise<StoredComment | undefined> {
    return this.#select(viewerId).where('comments.id', '=', id).where(isAttached).executeTakeFirst();
  }

  /** Locks the comment until the transaction ends; false when there is none. */
  async lock(id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('comments')
      .select('id')
      .where('id', '=', id)
      .where(isAttached)
      .forUpdate()
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Inserts the comment and counts it on its post; false when its id exists already. */
  async insert(comment: CommentInsert): Promise<boolean> {
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

  /**
   * Deletes the comment, and subtracts it and its replies from the count of its post, which it returns; its rows are
   * deleted by `Orphans`. The post must be locked. Undefined when there is no such comment.
   */
  async delete({
    id,
    postId,
  }: Pick<StoredComment, 'id' | 'postId'>): Promise<
    (Pick<StoredComment, 'authorId' | 'hiddenCause'> & { post: PostOfComment }) | undefined
  > {
    if (!(await this.lock(id))) return undefined;
    const counted = await countThread(this.#db, id);
    const deleted = await this.#db
      .deleteFrom('comments')
      .where('id', '=', id)
      .returning(['authorId', 'hiddenCause'])
      .executeTakeFirstOrThrow();
    return { ...deleted, post: await changeCommentsCount(this.#db, postId, -counted) };
  }

  /** Deletes up to `limit` replies of a user, as `deleteSomeOf` does comments. */
  deleteSomeRepliesOf(authorId: string, limit: number) {
    return this.#deleteSome(sql<boolean>`author_id = ${authorId} and parent_id is not null`, limit);
  }

  /**
   * Deletes up to `limit` comments of a user, after their replies; of a comment with replies of others only the text.
   * Their other rows are deleted by `Orphans`. Locks posts first, as when a comment is added. Resolves to the number of
   * processed comments, and to the deleted ones.
   */
  deleteSomeOf(authorId: string, limit: number) {
    return this.#deleteSome(sql<boolean>`author_id = ${authorId}`, limit);
  }

  async #deleteSome(
    condition: RawBuilder<boolean>,
    limit: number,
  ): Promise<{ count: number; deleted: DeletedComment[] }> {
    const some = await this.#db
      .selectFrom('comments')
      .select(['id', 'postId'])
      .where(condition)
      .where('content', '!=', '')
      .orderBy('id')
      .limit(limit)
      .execute();
    if (some.length === 0) return { count: 0, deleted: [] };
    const tribes = await this.#lockPosts(some.map(({ postId }) => postId));
    const ids = some.map(({ id }) => id);
    const withReplies = await this.#emptyWithReplies(ids);
    const deleted = await this.#deleteAll(ids.filter((id) => !withReplies.has(id)));
    return {
      count: some.length,
      deleted: deleted.flatMap((comment) => {
        const tribeId = tribes.get(comment.postId);
        return tribeId === undefined ? [] : [{ ...comment, tribeId }];
      }),
    };
  }

  /** Locks posts in a fixed order; resolves to the tribe of each. */
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

  /** Empties the text of those of these comments that have replies; resolves to their ids. */
  async #emptyWithReplies(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.#db
      .updateTable('comments')
      .set({ content: '' })
      .where('id', 'in', ids)
      .where(sql<boolean>`exists (select from comments as reply where reply.parent_id = comments.id)`)
      .returning('id')
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  /** Deletes comments without replies, and subtracts them from the counts of their posts. */
  async #deleteAll(ids: readonly string[]): Promise<Pick<StoredComment, 'id' | 'postId'>[]> {
    if (ids.length === 0) return [];
    const deleted = await this.#db
      .deleteFrom('comments')
      .where('id', 'in', ids)
      .returning(['id', 'postId', isCounted('comments').as('wasCounted')])
      .execute();
    const onPosts = deleted.filter(({ wasCounted }) => wasCounted).map(({ postId }) => postId);
    await sql`
      update posts set comments_count = comments_count - deleted.count
      from (select id, count(*)::integer as count from unnest(${onPosts}::uuid[]) as id group by id) as deleted
      where posts.id = deleted.id`.execute(this.#db);
    return deleted.map(({ id, postId }) => ({ id, postId }));
  }

  /** The number of a user's comments on each of these posts. */
  async countByAuthor(authorId: string, postIds: readonly string[]): Promise<Map<string, number>> {
    if (postIds.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('comments')
      .select((row) => ['postId', row.fn.countAll<number>().as('count')])
      .where('authorId', '=', authorId)
      .where('postId', 'in', postIds)
      .where(isAttached)
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
      .leftJoin('comments as parent', 'parent.id', 'comments.parentId')
      .select([
        'comments.id',
        'comments.postId',
        'comments.authorId',
        'comments.parentId',
        'comments.content',
        'comments.createdAt',
        'comments.likes',
        'comments.dislikes',
        hiddenAt.as('hiddenAt'),
        hiddenCause.as('hiddenCause'),
        'reactions.type as myReaction',
      ]);
  }
}
