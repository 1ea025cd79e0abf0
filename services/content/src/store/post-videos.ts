import { type Kysely, sql } from 'kysely';
import type { PicturesOfPost } from './picture-access.ts';
import type { ContentDb, StoredVideo } from './tables.ts';

/** A post with its videos and the facts of their visibility. */
export type PostWithVideos = Omit<PicturesOfPost, 'images'> & { authorId: string };

const columns = [
  ...(['id', 'tribeId', 'authorId', 'videos', 'minLevelOrder', 'hiddenAt'] as const),
  'picturesVersion as version',
] as const;

const hasVideo = (column: 'posts.videos' | 'cases.object', key: string) => {
  const videos = column === 'posts.videos' ? sql`posts.videos` : sql`cases.object -> 'videos'`;
  return sql<boolean>`${videos} @> ${JSON.stringify([{ key }])}::jsonb`;
};

/** The videos of posts, and those of the cases about them. */
export class PostVideos {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** The post that shows the object of this key as a video. */
  findByKey(key: string): Promise<PostWithVideos | undefined> {
    return this.#db
      .selectFrom('posts')
      .select(columns)
      .where(sql<boolean>`posts.videos <> '[]'`)
      .where(hasVideo('posts.videos', key))
      .limit(1)
      .executeTakeFirst();
  }

  find(postId: string): Promise<PostWithVideos | undefined> {
    return this.#db.selectFrom('posts').select(columns).where('id', '=', postId).executeTakeFirst();
  }

  /** Locks the post until the transaction ends; undefined when there is none. */
  lock(postId: string): Promise<PostWithVideos | undefined> {
    return this.#db.selectFrom('posts').select(columns).where('id', '=', postId).forUpdate().executeTakeFirst();
  }

  async set(postId: string, videos: readonly StoredVideo[]): Promise<void> {
    await this.#db
      .updateTable('posts')
      .set({ videos: JSON.stringify(videos) })
      .where('id', '=', postId)
      .execute();
  }

  /** Sets the videos in the cases about the post that are not closed. */
  async setInCases(postId: string, videos: readonly StoredVideo[]): Promise<void> {
    await this.#db
      .updateTable('cases')
      .set({ object: sql`jsonb_set(object, '{videos}', ${JSON.stringify(videos)}::jsonb)` })
      .where('kind', '=', 'post')
      .where('objectId', '=', postId)
      .where('status', '<>', 'closed')
      .execute();
  }

  /** Whether a case about the post that is not closed shows the object. */
  async isInCase(postId: string, key: string): Promise<boolean> {
    const found = await this.#db
      .selectFrom('cases')
      .select('id')
      .where('kind', '=', 'post')
      .where('objectId', '=', postId)
      .where('status', '<>', 'closed')
      .where(hasVideo('cases.object', key))
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  }
}
