import type { Calls } from '@tribus/kit/grpc/client.ts';
import { serviceActor } from '@tribus/kit/runtime/actor.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';

const timeoutMs = 1_000;

/**
 * Has tribes make a new user a member of hominini before their first screen, which lists their tribes. UserRegistered
 * does it too, so when tribes is away for longer than a second they become one later and are registered all the same.
 */
export async function ensureHomininiMember(
  ctx: Context,
  tribes: Pick<Calls<TribesServiceService>, 'ensureHomininiMember'>,
  userId: string,
): Promise<void> {
  try {
    await tribes.ensureHomininiMember({ userId }, { actor: serviceActor(ctx.name), timeoutMs: timeoutMs });
  } catch (error) {
    ctx.log.warn({ err: error, userId }, 'a new user is not yet known to be a member of hominini');
  }
}
