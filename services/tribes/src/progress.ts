import { requireActiveMember } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Progress } from '../api/levels.ts';
import { lastSubmissions } from '../limits.ts';
import { getTribe } from './access.ts';
import type { Deps } from './deps.ts';
import { presentMembership } from './present.ts';
import { presentState, presentSubmission } from './present-levels.ts';

/** Returns the actor's progress and the requirements of the next level; for active members. */
export async function readProgress(deps: Deps, actor: Actor, tribeId: number): Promise<Progress> {
  const { store } = deps;
  const membership = requireActiveMember(actor, (await getTribe(deps, actor, tribeId)).membership);
  const [levels, challenges, states, submissions] = await Promise.all([
    store.levels.listByTribe(tribeId),
    store.challenges.listByTribe(tribeId),
    store.submissions.statesOfMember(tribeId, actor.id),
    store.submissions.listOfMember(tribeId, actor.id, lastSubmissions),
  ]);
  const next = levels.find(({ levelOrder }) => levelOrder === membership.levelOrder + 1);
  const required = challenges.filter(({ levelId }) => levelId === next?.id);
  const passed = new Set(states.filter((state) => state.passed).map(({ challengeId }) => challengeId));
  return {
    member: presentMembership(membership),
    next: next
      ? {
          order: next.levelOrder,
          name: next.name,
          required: required.length,
          passed: required.filter(({ id }) => passed.has(id)).length,
        }
      : null,
    challenges: states.map((state) => presentState(deps, state)),
    lastSubs: submissions.map((submission) => presentSubmission(deps, submission)),
  };
}
