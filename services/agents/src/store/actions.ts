import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { olderThan } from '@tribus/kit/postgres/keyset.ts';
import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { AgentsDb } from './tables.ts';

export type Action = Selectable<AgentsDb['actions']>;

/** Actions of agents, including skipped ones. */
export class Actions {
  readonly #db: Kysely<AgentsDb>;

  constructor(db: Kysely<AgentsDb>) {
    this.#db = db;
  }

  /** No effect when an action with this id exists. Throws when the agent is deleted. */
  async add(action: Action): Promise<void> {
    await this.#db
      .insertInto('actions')
      .values(action)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  /** Returns the number of successful actions of an agent since then. */
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

  /** Deletes up to `limit` actions of an agent; returns their number. */
  deleteSomeOf(agentId: string, limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'actions', where: sql`agent_id = ${agentId}`, limit });
  }

  /** Returns a page of an agent's actions, newest first. */
  page(agentId: string, limit: number, after?: ListPosition): Promise<Action[]> {
    return this.#db
      .selectFrom('actions')
      .selectAll()
      .where('agentId', '=', agentId)
      .where(olderThan(after))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }
}
