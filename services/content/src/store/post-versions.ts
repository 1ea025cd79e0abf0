import type { Kysely, Selectable } from 'kysely';
import { postVersionsMax } from '../../limits.ts';
import type { ContentDb } from './tables.ts';

/** A text of a post before one of its edits. */
export type StoredVersion = Selectable<ContentDb['postVersions']>;

/** The position of a version in the personal data export. */
export type OwnVersionKey = Pick<StoredVersion, 'postId' | 'number'>;

/** The filter of a page of versions, the newest first. */
export interface VersionFilter {
  postId: string;
  /** Only versions with a greater number. */
  above: number;
  limit: number;
  /** The number of the last version of the previous page. */
  after: number | undefined;
}

/** The texts of posts before their edits: of each post the first one and the newest (docs/decisions/0041). */
export class PostVersions {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Adds the newest version and deletes the second one beyond the limit. The post must be locked. */
  async add(version: StoredVersion): Promise<void> {
    await this.#db.insertInto('postVersions').values(version).execute();
    const beyond = version.number - postVersionsMax + 1;
    if (beyond <= 1) return;
    await this.#db
      .deleteFrom('postVersions')
      .where('postId', '=', version.postId)
      .where('number', '=', beyond)
      .execute();
  }

  /** Closes the present text of a post and all before it: as versions, its author and moderators see them. */
  async close(postId: string): Promise<void> {
    await this.#db
      .updateTable('posts')
      .set((row) => ({ closedVersions: row('textVersion', '+', 1) }))
      .where('id', '=', postId)
      .execute();
  }

  listPage({ postId, above, limit, after }: VersionFilter): Promise<StoredVersion[]> {
    return this.#db
      .selectFrom('postVersions')
      .selectAll()
      .where('postId', '=', postId)
      .where('number', '>', above)
      .$if(after !== undefined, (query) => query.where('number', '<', after ?? 0))
      .orderBy('number', 'desc')
      .limit(limit)
      .execute();
  }

  /** The versions of a user's own posts, in the order of post and number, for their data export. */
  listOwn(authorId: string, limit: number, after: OwnVersionKey | null): Promise<StoredVersion[]> {
    return this.#db
      .selectFrom('postVersions')
      .innerJoin('posts', 'posts.id', 'postVersions.postId')
      .selectAll('postVersions')
      .where('posts.authorId', '=', authorId)
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('postVersions.postId', 'postVersions.number'),
            '>',
            tuple(after?.postId ?? '', after?.number ?? 0),
          ),
        ),
      )
      .orderBy('postVersions.postId')
      .orderBy('postVersions.number')
      .limit(limit)
      .execute();
  }
}
