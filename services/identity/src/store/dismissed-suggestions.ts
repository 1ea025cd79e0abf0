import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { dismissedSuggestionsMax } from '../../limits.ts';
import { type IdentityDb, onlyUuids } from './tables.ts';

export type DismissedSuggestion = Selectable<IdentityDb['dismissedSuggestions']>;

/** Key of a suggestion within those that a user dismissed. */
export type SuggestionKey = Pick<DismissedSuggestion, 'kind' | 'value'>;

/** Tribes, people and tags that users do not want to be suggested. */
export class DismissedSuggestions {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Adds a suggestion, or makes it the newest one. */
  async add(dismissed: DismissedSuggestion): Promise<void> {
    await this.#db
      .insertInto('dismissedSuggestions')
      .values(dismissed)
      .onConflict((conflict) =>
        conflict.columns(['userId', 'kind', 'value']).doUpdateSet({ dismissedAt: dismissed.dismissedAt }),
      )
      .execute();
  }

  /** Deletes the oldest ones above the limit. */
  async deleteOldest(userId: string): Promise<void> {
    await sql`
      delete from dismissed_suggestions using (
        select kind, value from dismissed_suggestions where user_id = ${userId}
        order by dismissed_at desc, kind, value offset ${dismissedSuggestionsMax}) as oldest
      where dismissed_suggestions.user_id = ${userId}
        and dismissed_suggestions.kind = oldest.kind and dismissed_suggestions.value = oldest.value`.execute(this.#db);
  }

  async remove(userId: string, { kind, value }: SuggestionKey): Promise<void> {
    await this.#db
      .deleteFrom('dismissedSuggestions')
      .where((row) => row.and({ userId, kind, value }))
      .execute();
  }

  /** Returns all that a user dismissed, the newest first. */
  ofUser(userId: string): Promise<DismissedSuggestion[]> {
    return this.#db
      .selectFrom('dismissedSuggestions')
      .selectAll()
      .where('userId', '=', sql<string>`any(${onlyUuids([userId])}::uuid[])`)
      .orderBy('dismissedAt', 'desc')
      .orderBy('kind')
      .orderBy('value')
      .limit(dismissedSuggestionsMax)
      .execute();
  }

  /** Deletes up to `limit` dismissals of a tribe; returns how many. */
  deleteSomeOfTribe(tribeId: number, limit: number): Promise<number> {
    const where = sql`kind = 'tribe' and value = ${String(tribeId)}`;
    return deletePortion(this.#db, { from: 'dismissedSuggestions', where, limit });
  }
}
