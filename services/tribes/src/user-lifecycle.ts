import type { Context } from '@tribus/kit/runtime/context.ts';
import { homininiId } from '../limits.ts';
import { found } from './access.ts';
import { move } from './joining.ts';
import { topLevel } from './levels.ts';
import { isActive, type Member, type Standing } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import { dissolve } from './tribes.ts';

/** Everybody is a member of hominini from registration (decisions.md 3); doing it again changes nothing. */
export async function welcome(ctx: Context, tx: TribesTx, userId: string): Promise<Standing> {
  const seen = found(await tx.tribes.lock(homininiId, userId));
  if (seen.standing && isActive(seen.standing)) return seen.standing;
  const standing: Standing = { status: 'active', role: 'member', levelOrder: 1, since: ctx.clock.now() };
  await move(tx, seen, userId, standing, { byId: userId });
  return standing;
}

/**
 * Somebody's account is gone, and they with it from every tribe. What they owned passes to the officer, else the
 * member, who has been there longest; a tribe of nobody else ends (decisions.md 2).
 */
export async function sayGoodbye(tx: TribesTx, userId: string): Promise<void> {
  for (const tribeId of await tx.members.tribeIdsOf(userId)) {
    const seen = await tx.tribes.lock(tribeId, userId);
    if (!seen?.standing) continue;
    const isOwner = seen.standing.role === 'owner';
    const heir = isOwner ? await heirOf(tx, tribeId) : undefined;
    if (isOwner && !heir) {
      await dissolve(tx, seen.tribe);
      continue;
    }
    await move(tx, seen, userId, null, { byId: userId, reason: 'user_deleted' });
    if (heir) await move(tx, { tribe: seen.tribe, standing: heir }, heir.userId, asOwner(heir), { byId: heir.userId });
    // What is inherited counts, though it may be more than one may found.
    if (heir) await tx.members.claimTribe(heir.userId);
  }
  await tx.members.forgetOwner(userId);
}

/** The first after the owner: members stand in the order of their office and then of their coming. */
async function heirOf(tx: TribesTx, tribeId: number): Promise<Member | undefined> {
  const [, next] = await tx.members.page(tribeId, { status: 'active', limit: 2 });
  return next;
}

const asOwner = ({ status, since }: Standing): Standing => ({ status, role: 'owner', levelOrder: topLevel, since });
