import { type Kysely, type Selectable, sql } from 'kysely';
import type { AgentConfig } from '../../api.ts';
import type { AgentsDb } from './tables.ts';

export type Agent = Selectable<AgentsDb['agents']>;

export class Agents {
  readonly #db: Kysely<AgentsDb>;

  constructor(db: Kysely<AgentsDb>) {
    this.#db = db;
  }

  /** Returns all agents, newest first. */
  list(): Promise<Agent[]> {
    return this.#db.selectFrom('agents').selectAll().orderBy('createdAt', 'desc').execute();
  }

  find(id: string): Promise<Agent | undefined> {
    return this.#db.selectFrom('agents').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Locks an agent against changes and deletion until the end of the transaction. */
  lock(id: string): Promise<Agent | undefined> {
    return this.#db.selectFrom('agents').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  }

  /** Returns false when the user has an agent. */
  async add(agent: Agent): Promise<boolean> {
    const added = await this.#db
      .insertInto('agents')
      .values({ ...agent, config: JSON.stringify(agent.config) })
      .onConflict((conflict) => conflict.constraint('agents_one_per_user').doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows !== 0n;
  }

  async update(id: string, active: boolean, config: AgentConfig): Promise<void> {
    await this.#db
      .updateTable('agents')
      .set({ active, config: JSON.stringify(config) })
      .where('id', '=', id)
      .execute();
  }

  async delete(id: string): Promise<void> {
    await this.#db.deleteFrom('agents').where('id', '=', id).execute();
  }

  findOf(userId: string): Promise<Agent | undefined> {
    return this.#db.selectFrom('agents').selectAll().where('userId', '=', userId).executeTakeFirst();
  }

  /**
   * Marks the active agents that are due as run at `now` and returns them; of concurrent replicas one receives each.
   */
  claimDue(now: Date): Promise<Agent[]> {
    return this.#db
      .updateTable('agents')
      .set({ lastRunAt: now })
      .where('active', '=', true)
      .where(
        sql<boolean>`last_run_at IS NULL OR last_run_at + make_interval(secs => (config->>'frequencySec')::int) <= ${now}`,
      )
      .returningAll()
      .execute();
  }
}
