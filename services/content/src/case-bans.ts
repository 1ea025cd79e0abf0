import { isModerator } from '@tribus/community/access.ts';
import type { Authority } from '@tribus/community/authority.ts';
import { homininiId } from '@tribus/community/limits.ts';
import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import { codeOf } from '@tribus/kit/core/errors.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { z } from 'zod';

import type { Deps } from './deps.ts';
import type { ModeratedCase } from './moderated-case.ts';
import type { StoredCase } from './store/cases.ts';
import type { ContentTx } from './store/store.ts';

/**
 * Bans that a decision imposes. The tribes service imposes and lifts them, once for a case; it is told after the
 * decision was written, and again until it has answered.
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
});
const liftBan = defineJob('liftBan', { schema: z.object({ caseId: z.uuid() }) });

/** What the tribe itself does not allow: its owner, or somebody who is gone. */
const final = ['owner_fixed', 'hominini_locked', 'not_found'];

export const banJobs = ({
  ctx,
  store,
  tribes,
}: Pick<Deps, 'ctx' | 'store'> & { tribes: Pick<Deps['tribes'], 'banMember' | 'liftBan'> }): Job[] => {
  const isOverturned = async (caseId: string) =>
    (await store.caseDecisions.listOf(caseId)).some(({ action }) => action === 'overturn');
  return [
    job(carryOutBan, async ({ caseId, ...ban }) => {
      if (await isOverturned(caseId)) return;
      try {
        await tribes.banMember({ ...ban, causeId: caseId });
      } catch (error) {
        const code = String(codeOf(error));
        if (!final.includes(code)) throw error;
        ctx.log.warn({ caseId, code }, 'a ban that was decided was not possible');
      }
      // It may have been overturned while the ban was on its way.
      if (await isOverturned(caseId)) await tribes.liftBan({ causeId: caseId });
    }),
    job(liftBan, async ({ caseId }) => {
      await tribes.liftBan({ causeId: caseId });
    }),
  ];
};

/**
 * Whether somebody may have the author banned from the tribe: a site admin and the owner anybody but the owner, an officer
 * only members. Nobody is banned from hominini, and nobody who is gone from anywhere.
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
  /** What tells the banned person who decided, by role and not by name. */
  authority: Authority;
  byUserId: string;
  /** What the banned person reads. */
  reason: string;
  endsAt: string | null;
}

/** Has somebody banned as a decision says, once its transaction is done. */
export async function banAfterCommit(tx: ContentTx, { found, endsAt, ...ban }: DecidedBan): Promise<void> {
  const { id: caseId, tribeId, authorId: userId } = found;
  if (tribeId === null) return;
  await tx.enqueue(carryOutBan, { caseId, tribeId, userId, until: endsAt ?? '', ...ban }, { key: caseId });
}

/** Has the ban of a decision lifted that an appeal has overturned. */
export const liftAfterCommit = (tx: ContentTx, caseId: string): Promise<unknown> =>
  tx.enqueue(liftBan, { caseId }, { key: `lift ${caseId}` });
