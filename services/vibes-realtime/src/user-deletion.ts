import type { Deps } from './deps.ts';

/** Deletes a user's reactions from lists and counts, the reactions to their vibes, and their tickets. Idempotent. */
export async function deleteUser({ store }: Pick<Deps, 'store'>, userId: string): Promise<void> {
  await store.deletedActors.add(userId);
  await store.tickets.deleteOfUser(userId);
  await store.reactions.deleteOfUser(userId);
}
