import { on } from '@tribus/kit/events/handlers.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { deleteAgentWithActions } from './deletion.ts';
import type { AgentsTx } from './store/store.ts';

/** Deletes a user's agent and its actions with the user. */
export const storeHandlers = () => [
  on(UserDeleted, async ({ userId }, { tx }: InTransaction<AgentsTx>) => {
    await tx.removeActor(userId);
    const agent = await tx.agents.findOf(userId);
    if (agent) await deleteAgentWithActions(tx, agent.id);
  }),
];
