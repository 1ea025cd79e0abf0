import { on } from '@tribus/kit/events/handlers.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { inTx } from './store/store.ts';
import type { AgentsDb } from './store/tables.ts';

/** An agent goes with its user, and what it did with it. */
export const agentsOn = () => [
  on(UserDeleted, async ({ userId }, { tx }: InTransaction<AgentsDb>) => {
    const own = inTx(tx);
    await own.removeActor(userId);
    await own.agents.deleteOf(userId);
  }),
];
