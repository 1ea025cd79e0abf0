import { type Kysely, type Selectable, sql } from 'kysely';
import type { ContentDb } from './tables.ts';

export type VideoOutcome = Pick<Selectable<ContentDb['videoOutcomes']>, 'key' | 'replacementKey' | 'postId'>;

/** Outcomes that media reported for videos and that are not yet applied to their posts. */
export class VideoOutcomes {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Records the outcome for the object of this key. A replacement prevails over a failure, in any order. */
  async record(key: string, replacementKey: string | null): Promise<void> {
    await this.#db
      .insertInto('videoOutcomes')
      .values({ key, replacementKey, postId: null })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          replacementKey: sql`coalesce(excluded.replacement_key, video_outcomes.replacement_key)`,
        }),
      )
      .execute();
  }

  find(key: string): Promise<VideoOutcome | undefined> {
    return this.#db
      .selectFrom('videoOutcomes')
      .select(['key', 'replacementKey', 'postId'])
      .where('key', '=', key)
      .executeTakeFirst();
  }

  async assignTo(key: string, postId: string): Promise<void> {
    await this.#db.updateTable('videoOutcomes').set({ postId }).where('key', '=', key).execute();
  }

  /** False when it is already applied. */
  async delete(key: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db.deleteFrom('videoOutcomes').where('key', '=', key).executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
