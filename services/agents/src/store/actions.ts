import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { olderThan } from '@tribus/kit/postgres/keyset.ts';
import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { AgentAction } from '../../api.ts';
import type { AgentsDb } from './tables.ts';

export type StoredAction = Selectable<AgentsDb['actions']>;
/** An action with a known result. */
export type Action = StoredAction & { result: AgentAction['result'] };
/** An action that was recorded and perhaps carried out. */
export type StartedAction = Pick<StoredAction, 'id' | 'type' | 'content' | 'tribeId' | 'postId'>;

/** Actions of agents, including skipped ones. */
export class Actions {
  readonly #db: Kysely<AgentsDb>;

  constructor(db: Kysely<AgentsDb>) {
    this.#db = db;
  }

  /** No effect when an action with this id exists. Throws when the agent is deleted. */
  async start(action: Omit<StoredAction, 'result' | 'reason'>): Promise<void> {
    await this.#db
      .insertInto('actions')
      .values({ ...action, result: 'started' })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  async finish(id: string): Promise<void> {
    await this.#db
      .updateTable('actions')
      .set({ result: 'done' })
      .where('id', '=', id)
      .where('result', '=', 'started')
      .execute();
  }

  /** Records a refusal under a new id, so that the action may be started again. */
  async skip(id: string, skippedId: string, reason: string): Promise<void> {
    await this.#db
      .updateTable('actions')
      .set({ id: skippedId, result: 'skipped', reason })
      .where('id', '=', id)
      .where('result', '=', 'started')
      .execute();
  }

  /** Returns an agent's actions in these tribes whose result is unknown, oldest first. */
  listStarted(agentId: string, tribeIds: readonly number[], limit: number): Promise<StartedAction[]> {
    return this.#startedOf(agentId)
      .where('tribeId', '=', sql<number>`any(${[...tribeIds]}::int[])`)
      .limit(limit)
      .execute();
  }

  /** As `listStarted`, in all other tribes. */
  listStartedElsewhere(agentId: string, tribeIds: readonly number[], limit: number): Promise<StartedAction[]> {
    return this.#startedOf(agentId)
      .where('tribeId', '<>', sql<number>`all(${[...tribeIds]}::int[])`)
      .limit(limit)
      .execute();
  }

  async hasStarted(agentId: string): Promise<boolean> {
    return (await this.#startedOf(agentId).limit(1).executeTakeFirst()) !== undefined;
  }

  #startedOf(agentId: string) {
    return this.#db
      .selectFrom('actions')
      .select(['id', 'type', 'content', 'tribeId', 'postId'])
      .where('agentId', '=', agentId)
      .where('result', '=', 'started')
      .orderBy('createdAt');
  }

  /** Returns the number of an agent's successful and started actions since then. */
  async countActed(agentId: string, since: Date): Promise<number> {
    const { count } = await this.#db
      .selectFrom('actions')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('agentId', '=', agentId)
      .where('result', 'in', ['started', 'done'])
      .where('createdAt', '>=', since)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Deletes up to `limit` actions of an agent; returns their number. */
  deleteSomeOf(agentId: string, limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'actions', where: sql`agent_id = ${agentId}`, limit });
  }

  /** Returns a page of an agent's actions with a known result, newest first. */
  page(agentId: string, limit: number, after?: ListPosition): Promise<Action[]> {
    return this.#db
      .selectFrom('actions')
      .selectAll()
      .where('agentId', '=', agentId)
      .where('result', '<>', 'started')
      .$narrowType<{ result: Action['result'] }>()
      .where(olderThan(after))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }
}
