import { isModerator } from '@tribus/community/access.ts';
import { decideAuthority } from '@tribus/community/authority.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Removal } from '../api/moderation.ts';
import type { Access } from './access.ts';
import { settleCase } from './case-decisions.ts';
import { openCase, withoutDeletedAuthors } from './case-opening.ts';
import { isDecidedAbove } from './case-rules.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { setHiding } from './hiding.ts';
import type { ReportableObject } from './reportable.ts';
import type { ContentTx } from './store/store.ts';

/**
 * Removes another user's content for a moderator, without a report: decides its open case, or opens one and decides it
 * at once, so that its author is notified and may appeal. Throws 403 `decided_above` when a decision of the open case
 * was made with a higher authority. The object must be locked.
 */
export async function removeAsModerator(
  { ctx }: Pick<Deps, 'ctx'>,
  tx: ContentTx,
  { viewer: actor, membership }: Access,
  { found, removal }: { found: ReportableObject; removal: Removal },
): Promise<void> {
  const authority = decideAuthority(actor, membership);
  if (!authority) throw fail('forbidden');
  const at = ctx.clock.now();
  const { opened } = await openCase(ctx, tx, await withoutDeletedAuthors(tx, found), at);
  if (isDecidedAbove(authority, await tx.caseDecisions.listOf(opened.id))) throw errors.fail('decided_above');
  await setHiding(tx, opened, 'removed', at);
  const bySite = !isModerator(membership.role);
  const words = { reason: removal.reason, message: removal.message, note: '' };
  await settleCase({ ctx }, tx, opened, { actor, bySite, authority, action: 'remove', ...words, at });
}
