import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import type { AgentsTx } from './store/store.ts';

/** The actions of a deleted agent, which may be any number. */
const deleteActions = defineJob('deleteActions', {
  schema: z.object({ agentId: z.string() }),
  maxAttempts: lastingAttempts,
});

export const deleteActionsJob = ({ store }: Pick<Deps, 'store'>): Job =>
  job(deleteActions, ({ agentId }, { signal }) =>
    doInPortions(signal, (size) => store.actions.deleteSomeOf(agentId, size)),
  );

/** Deletes an agent in the transaction, and its actions after the commit. */
export async function deleteAgentWithActions(tx: AgentsTx, agentId: string): Promise<void> {
  await tx.agents.delete(agentId);
  await tx.enqueue(deleteActions, { agentId });
}
