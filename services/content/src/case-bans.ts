import { isModerator } from '@tribus/community/access.ts';
import type { Authority } from '@tribus/community/authority.ts';
import { homininiId } from '@tribus/community/limits.ts';
import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import { codeOf } from '@tribus/kit/core/errors.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import { z } from 'zod';

import type { Deps } from './deps.ts';
import type { ModeratedCase } from './moderated-case.ts';
import type { StoredCase } from './store/cases.ts';
import type { ContentTx } from './store/store.ts';

/**
 * Bans imposed by a decision. The tribes service imposes and lifts them, once per case; it is called after the
 * decision is committed, and again for days until it succeeds: only the job still refers to the ban.
 */
const carryOutBan = defineJob('carryOutBan', {
  schema: z.object({
    caseId: z.uuid(),
    tribeId: z.int(),
    userId: z.string(),
    reason: z.string(),
    until: z.string(),
    authority: z.enum(['owner', 'officer', 'admin']),
    byUserId: z.string(),
  }),
  maxAttempts: lastingAttempts,
});
const liftBan = defineJob('liftBan', { schema: z.object({ caseId: z.uuid() }), maxAttempts: lastingAttempts });

/** Errors after which a retry is useless: the author now has at least the decider's role, or is deleted. */
const permanentErrors = ['owner_fixed', 'outranked', 'hominini_locked', 'not_found'];

export const banJobs = ({
  ctx,
  store,
  tribes,
}: Pick<Deps, 'ctx' | 'store'> & { tribes: Pick<Deps['tribes'], 'banMember' | 'liftBan'> }): Job[] => {
  const isOverturned = async (caseId: string) =>
    (await store.caseDecisions.listOf(caseId)).some(({ action }) => action === 'overturn');
  return [
    job(carryOutBan, async ({ caseId, ...ban }) => {
      if (await isOverturned(caseId)) {
        // An earlier attempt without a response may have imposed the ban after it was to be lifted.
        await tribes.liftBan({ causeId: caseId });
        return;
      }
      try {
        await tribes.banMember({ ...ban, causeId: caseId });
      } catch (error) {
        const reason = String(codeOf(error));
        if (!permanentErrors.includes(reason)) throw error;
        ctx.log.warn({ caseId, reason }, 'decided ban not imposed: tribes rejected it; not retried');
      }
      // The decision may have been overturned during the call.
      if (await isOverturned(caseId)) await tribes.liftBan({ causeId: caseId });
    }),
    job(liftBan, async ({ caseId }) => {
      await tribes.liftBan({ causeId: caseId });
    }),
  ];
};

/**
 * Whether the actor may ban the author from the tribe: a site admin and the owner may ban all but the owner, an officer
 * only members. Nobody can be banned from hominini, and a deleted user from no tribe.
 */
export async function mayBan({ directory }: Pick<Deps, 'directory'>, actor: Actor, moderated: ModeratedCase) {
  const { tribeId, authorId } = moderated.found;
  if (tribeId === null || tribeId === homininiId || authorId === '') return false;
  if (moderated.found.scope !== 'tribe') return false;
  const author = await directory.getMembership(authorId, tribeId);
  if (author.role === 'owner') return false;
  return isAdmin(actor) || moderated.membership?.role === 'owner' || !isModerator(author.role);
}

interface DecidedBan {
  found: StoredCase;
  /** The role of the deciding moderator, which the banned user sees instead of the name. */
  authority: Authority;
  byUserId: string;
  /** The message to the banned user. */
  reason: string;
  endsAt: string | null;
}

/** Enqueues the ban of a decision, which runs after the commit. */
export async function banAfterCommit(tx: ContentTx, { found, endsAt, ...ban }: DecidedBan): Promise<void> {
  const { id: caseId, tribeId, authorId: userId } = found;
  if (tribeId === null) return;
  await tx.enqueue(carryOutBan, { caseId, tribeId, userId, until: endsAt ?? '', ...ban }, { key: caseId });
}

/** Enqueues the lifting of a ban after a successful appeal. */
export const liftAfterCommit = (tx: ContentTx, caseId: string): Promise<unknown> =>
  tx.enqueue(liftBan, { caseId }, { key: `lift ${caseId}` });
