import type { Kysely } from 'kysely';
import type { Contribution } from '../contributions.ts';
import type { GamificationDb } from './tables.ts';

/** What was deleted elsewhere: an event about it that arrives later earns nothing. */
export class Deletions {
  readonly #db: Kysely<GamificationDb>;

  constructor(db: Kysely<GamificationDb>) {
    this.#db = db;
  }

  /** False when it was added before. */
  async add(kind: GamificationDb['gone']['kind'], id: string): Promise<boolean> {
    const added = await this.#db
      .insertInto('gone')
      .values({ kind, id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows !== 0n;
  }

  /** Whether the contribution's tribe, post, comment or one of its users was deleted. */
  async affect({ tribeId, postId, commentId, userId, giverId }: Contribution): Promise<boolean> {
    const found = await this.#db
      .selectFrom('gone')
      .select('kind')
      .where((row) =>
        row.or([
          row.and([row('kind', '=', 'tribe'), row('id', '=', String(tribeId))]),
          row.and([row('kind', '=', 'post'), row('id', '=', postId)]),
          row.and([row('kind', '=', 'comment'), row('id', '=', commentId ?? '')]),
          row.and([row('kind', '=', 'user'), row('id', 'in', [userId, giverId ?? userId])]),
        ]),
      )
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  }
}
