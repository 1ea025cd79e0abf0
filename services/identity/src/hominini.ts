import { serviceActor } from '@tribus/kit/core/actor.ts';
import type { Deps } from './deps.ts';

const timeoutMs = 1_000;

/**
 * Calls tribes to make a new user a member of hominini before their first screen, which lists their tribes. The event
 * `UserRegistered` has the same effect, so a registration succeeds even if tribes does not respond within a second.
 */
export async function ensureHomininiMember(
  { ctx, tribes }: Pick<Deps, 'ctx' | 'tribes'>,
  userId: string,
): Promise<void> {
  try {
    await tribes.ensureHomininiMember({ userId }, { actor: serviceActor(ctx.name), timeoutMs });
  } catch (error) {
    ctx.log.warn(
      { err: error, userId },
      'new user not yet a member of hominini: tribes unavailable; the event UserRegistered adds them',
    );
  }
}
