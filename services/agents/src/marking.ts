import { unlessDeleted } from '@tribus/community/deleted-subjects.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import type { AgentsTx } from './store/store.ts';

/** Marks a user in identity as an agent or as a person, as they are by then. */
const markUser = defineJob('markUser', { schema: z.object({ userId: z.string() }), maxAttempts: lastingAttempts });

/** Enqueues the mark of a user whose agent this transaction creates or deletes. */
export async function markAfterCommit(tx: Pick<AgentsTx, 'enqueue'>, userId: string): Promise<void> {
  await tx.enqueue(markUser, { userId });
}

export const markUserJob = (deps: Pick<Deps, 'store' | 'identity'>): Job =>
  job(markUser, async ({ userId }, { signal }) => {
    // The agent may be created or deleted during the call, whose effect would then be the last one.
    for (let marked: boolean | undefined; ; ) {
      signal.throwIfAborted();
      const isAgent = (await deps.store.agents.findOf(userId)) !== undefined;
      if (isAgent === marked) return;
      await unlessDeleted(deps.identity.setAgent({ userId, isAgent }), undefined);
      marked = isAgent;
    }
  });
