import type { Deps } from './deps.ts';

/** Deletes a user's reactions, which are counted no more, those to their vibes, and their tickets. Safe to repeat. */
export async function deleteUser({ store }: Pick<Deps, 'store'>, userId: string): Promise<void> {
  await store.deletedActors.add(userId);
  await store.tickets.deleteOfUser(userId);
  await store.reactions.deleteOfUser(userId);
}
