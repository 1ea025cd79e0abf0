import { type Kysely, sql } from 'kysely';
import type { SurroundingChange } from '../../limits.ts';
import { isAttached } from './comment-state.ts';
import type { ContentDb, Surrounding } from './tables.ts';

/** The present state of content that was stored next to a reported object. */
export class Surroundings {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Returns later changes, by id; absent without a change, and for messages, which another service stores. */
  async changesOf(stored: readonly Surrounding[]): Promise<Map<string, SurroundingChange>> {
    const own = stored.filter(({ kind }) => kind !== 'message');
    if (own.length === 0) return new Map();
    const ids = own.map(({ id }) => id);
    const { rows } = await sql<{ id: string; text: string }>`
      select id, content as text from posts where id = any(${ids}::uuid[])
      union all select id, content from comments where id = any(${ids}::uuid[]) and ${isAttached}
      union all select id, caption from tribe_media where id = any(${ids}::uuid[])`.execute(this.#db);
    const present = new Map(rows.map(({ id, text }) => [id, text]));
    return new Map(
      own.flatMap(({ id, text }): [string, SurroundingChange][] => {
        const now = present.get(id);
        return now === text ? [] : [[id, now === undefined ? 'deleted' : 'edited']];
      }),
    );
  }
}
