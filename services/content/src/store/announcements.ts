import type { Kysely, Selectable } from 'kysely';
import type { ContentDb } from './tables.ts';

/** Of which posts the members of a tribe were told, and which are shown as announcements. */
export class Announcements {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Notes that the members are told of a post; false while another one of the tribe holds (a constraint of the table). */
  async insert(announcement: Selectable<ContentDb['announcements']>): Promise<boolean> {
    const { numInsertedOrUpdatedRows: inserted } = await this.#db
      .insertInto('announcements')
      .values(announcement)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return Boolean(inserted);
  }

  /** Whether the members were told of this post. */
  async has(postId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('announcements')
      .select('postId')
      .where('postId', '=', postId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** From when on the members of a tribe may be told of another post; the beginning of time where they never were. */
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
