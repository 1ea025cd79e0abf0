import type { Position } from '@tribus/kit/http/keyset.ts';
import type { Postgres } from '@tribus/kit/postgres/postgres.ts';
import { AgentActed } from '@tribus/proto/agents/v1/events.ts';
import { type JSONColumnType, sql } from 'kysely';
import type { AgentAction, AgentConfig } from '../api.ts';
import { errors } from './errors.ts';

/** The tables of 0001-agents.sql. */
export interface AgentsDb {
  agents: {
    id: string;
    userId: string;
    active: boolean;
    config: JSONColumnType<AgentConfig>;
    lastRunAt: Date | null;
    createdAt: Date;
  };
  actions: {
    id: string;
    agentId: string;
    type: AgentAction['type'];
    reaction: AgentAction['reaction'];
    content: string | null;
    tribeId: number;
    postId: string;
    result: AgentAction['result'];
    reason: string | null;
    createdAt: Date;
  };
}

export interface StoredAgent {
  id: string;
  userId: string;
  active: boolean;
  config: AgentConfig;
  lastRunAt: Date | null;
  createdAt: Date;
}

export interface StoredAction {
  id: string;
  type: AgentAction['type'];
  reaction: AgentAction['reaction'];
  content: string | null;
  tribeId: number;
  postId: string;
  result: AgentAction['result'];
  reason: string | null;
  createdAt: Date;
}

const agentColumns = ['id', 'userId', 'active', 'config', 'lastRunAt', 'createdAt'] as const;

export class AgentStore {
  readonly #postgres: Postgres<AgentsDb>;

  constructor(postgres: Postgres<AgentsDb>) {
    this.#postgres = postgres;
  }

  /** The newest first. */
  list(): Promise<StoredAgent[]> {
    return this.#postgres.db.selectFrom('agents').select(agentColumns).orderBy('createdAt', 'desc').execute();
  }

  find(id: string): Promise<StoredAgent | undefined> {
    return this.#postgres.db.selectFrom('agents').select(agentColumns).where('id', '=', id).executeTakeFirst();
  }

  /** Throws `agent_exists` when the user has one. */
  add(agent: StoredAgent): Promise<StoredAgent> {
    return this.#postgres.transaction(async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx.db
        .insertInto('agents')
        .values({
          id: agent.id,
          userId: agent.userId,
          active: agent.active,
          config: JSON.stringify(agent.config),
          lastRunAt: null,
          createdAt: agent.createdAt,
        })
        .onConflict((conflict) => conflict.constraint('agents_one_per_user').doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) throw errors.fail('agent_exists');
      return agent;
    });
  }

  async change(id: string, active: boolean, config: AgentConfig): Promise<void> {
    await this.#postgres.db
      .updateTable('agents')
      .set({ active, config: JSON.stringify(config) })
      .where('id', '=', id)
      .execute();
  }

  async remove(id: string): Promise<void> {
    await this.#postgres.db.deleteFrom('agents').where('id', '=', id).execute();
  }

  /** The agents whose turn it is; taking them is one statement, so two copies of the service never run the same. */
  takeDue(now: Date): Promise<StoredAgent[]> {
    return this.#postgres.db
      .updateTable('agents')
      .set({ lastRunAt: now })
      .where('active', '=', true)
      .where(
        sql<boolean>`last_run_at IS NULL OR last_run_at + make_interval(secs => (config->>'frequencySec')::int) <= ${now}`,
      )
      .returning(agentColumns)
      .execute();
  }

  /** How much an agent did since then. */
  async countDoneSince(agentId: string, since: Date): Promise<number> {
    const { count } = await this.#postgres.db
      .selectFrom('actions')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('agentId', '=', agentId)
      .where('result', '=', 'done')
      .where('createdAt', '>=', since)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Keeps what an agent did or skipped, and says so; what was kept before is not said again. */
  async recordAction(agent: StoredAgent, action: StoredAction): Promise<void> {
    await this.#postgres.transaction(async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx.db
        .insertInto('actions')
        .values({
          id: action.id,
          agentId: agent.id,
          type: action.type,
          reaction: action.reaction,
          content: action.content,
          tribeId: action.tribeId,
          postId: action.postId,
          result: action.result,
          reason: action.reason,
          createdAt: action.createdAt,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) return;
      tx.emit(AgentActed, {
        actionId: action.id,
        agentId: agent.id,
        userId: agent.userId,
        type: action.type,
        tribeId: action.tribeId,
        postId: action.postId,
        reaction: action.reaction ?? 'none',
        result: action.result,
      });
    });
  }

  /** What an agent did, the newest first. */
  actions(agentId: string, limit: number, after?: Position): Promise<StoredAction[]> {
    let query = this.#postgres.db
      .selectFrom('actions')
      .select(['id', 'type', 'reaction', 'content', 'tribeId', 'postId', 'result', 'reason', 'createdAt'])
      .where('agentId', '=', agentId)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
    if (after) {
      query = query.where((row) => row(row.refTuple('createdAt', 'id'), '<', row.tuple(after.createdAt, after.id)));
    }
    return query.execute();
  }
}
