import type { Context } from '@tribus/kit/context.ts';
import type { Calls } from '@tribus/kit/grpc-client.ts';
import { pause } from '@tribus/kit/loop.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';

/** The tribe everybody belongs to from registration (decisions.md 3). */
const homininiId = 38;
const patienceMs = 1_000;
const askAgainMs = 20;

/**
 * Waits until a new user stands in hominini, for a second at most: they land on their tribes at once. The event is
 * what makes them a member; when tribes is away they become one later, and registration does not depend on it.
 */
export async function awaitArrival(
  ctx: Context,
  tribes: Pick<Calls<TribesServiceService>, 'getStandings'>,
  userId: string,
): Promise<void> {
  const until = performance.now() + patienceMs;
  const left = () => Math.ceil(until - performance.now());
  try {
    while (left() > 0) {
      const { standings } = await tribes.getStandings({ userId, tribeIds: [homininiId] }, { timeoutMs: left() });
      if (standings.some(({ status }) => status === 'active')) return;
      await pause(askAgainMs, ctx.stopping);
    }
    ctx.log.warn({ userId }, 'not yet a member of hominini');
  } catch (error) {
    ctx.log.warn({ err: error, userId }, 'tribes did not say whether a new user is a member of hominini');
  }
}
