import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import type { Kysely, Selectable } from 'kysely';
import type { AgentsDb } from './tables.ts';

export type Action = Selectable<AgentsDb['actions']>;

/** What agents did and what they skipped. */
export class Actions {
  readonly #db: Kysely<AgentsDb>;

  constructor(db: Kysely<AgentsDb>) {
    this.#db = db;
  }

  /** No effect when there is an action of this id. */
  async add(action: Action): Promise<void> {
    await this.#db
      .insertInto('actions')
      .values(action)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  /** How many actions an agent did since then. */
  async countDone(agentId: string, since: Date): Promise<number> {
    const { count } = await this.#db
      .selectFrom('actions')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('agentId', '=', agentId)
      .where('result', '=', 'done')
      .where('createdAt', '>=', since)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** An agent's actions, the newest first. */
  page(agentId: string, limit: number, after?: ListPosition): Promise<Action[]> {
    let query = this.#db
      .selectFrom('actions')
      .selectAll()
      .where('agentId', '=', agentId)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
    if (after)
      query = query.where((row) => row(row.refTuple('createdAt', 'id'), '<', row.tuple(after.createdAt, after.id)));
    return query.execute();
  }
}
