import { newAccountLimits } from '@tribus/community/limits.ts';
import { isLimited, limitReached } from '@tribus/community/new-accounts.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Deps } from './deps.ts';

const perHour = { most: newAccountLimits.messages, windowMs: 60 * 60 * 1000 };

/**
 * Counts a message of a new account, in a chat or to somebody, before it is written; the same one once. Throws 429
 * `new_account_messages` when the hour has no room for it.
 */
export async function countMessage(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  actor: Actor,
  messageId: string,
): Promise<void> {
  const now = ctx.clock.now();
  if (!isLimited(actor, now)) return;
  const hasRoom = await store.budgets.spend(perHour, ['messages', actor.id], { id: messageId, occurredAt: now });
  if (!hasRoom) throw limitReached('messages', actor, now);
}
