import type { Kysely, Selectable } from 'kysely';
import type { ContentDb } from './tables.ts';

/** Announced posts, and the posts displayed as announcements. */
export class Announcements {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Records an announcement; false within a day of another one of the tribe (a constraint of the table). */
  async insert(announcement: Selectable<ContentDb['announcements']>): Promise<boolean> {
    const { numInsertedOrUpdatedRows: inserted } = await this.#db
      .insertInto('announcements')
      .values(announcement)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return Boolean(inserted);
  }

  /** Whether the members were notified of this post. */
  async has(postId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('announcements')
      .select('postId')
      .where('postId', '=', postId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** The time of the tribe's next possible announcement; the epoch when it has had none. */
  async nextAt(tribeId: number): Promise<Date> {
    const last = await this.#db
      .selectFrom('announcements')
      .select('nextAt')
      .where('tribeId', '=', tribeId)
      .orderBy('announcedAt', 'desc')
      .limit(1)
      .executeTakeFirst();
    return last?.nextAt ?? new Date(0);
  }

  async setShown(postId: string, isAnnouncement: boolean): Promise<void> {
    await this.#db.updateTable('posts').set({ isAnnouncement }).where('id', '=', postId).execute();
  }

  async deleteOfTribe(tribeId: number): Promise<void> {
    await this.#db.deleteFrom('announcements').where('tribeId', '=', tribeId).execute();
  }
}
