import type { Deps } from './deps.ts';

/**
 * Deletes what was written in a tribe, and then what people were notified of: who notifies of a message looks afterwards
 * whether it still exists (`announceMessages`). Safe to repeat.
 */
export async function deleteTribe({ store }: Pick<Deps, 'store'>, tribeId: number): Promise<void> {
  await store.messages.deleteOfTribe(tribeId);
  await store.chat.deleteOfTribe(tribeId);
  await store.chatPaces.deleteOfTribe(tribeId);
  await store.notifications.removeAboutTribe(tribeId);
}
