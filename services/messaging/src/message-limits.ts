import { newAccountLimits } from '@tribus/community/limits.ts';
import { isLimited, limitReached } from '@tribus/community/new-accounts.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import type { Deps } from './deps.ts';

const perHour = { max: newAccountLimits.messages, windowMs: hourMs };

/**
 * Counts a message of a new account, in a chat or direct, before it is written; idempotent per message. Throws 429
 * `new_account_messages` at the hourly limit.
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
