import { type PersonalAreas, personalPage, personalPageSize } from '@tribus/community/personal-data.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import type { Deps } from './deps.ts';
import { readNotifications } from './notifications.ts';
import { otherThan } from './store/conversation.ts';

const limit = personalPageSize + 1;
const idOf = ({ _id }: { _id: string }) => _id;

/**
 * What a user wrote and was told, for the copy of their data. What others wrote is theirs and is not in it; the people
 * whom the user wrote with are named as the user may see them.
 */
export function messagingAreas(deps: Deps): PersonalAreas {
  const { chat, messages } = deps.store;
  return {
    conversations: async (userId, cursor) => {
      const conversations = await messages.conversationsOf(userId, limit, cursor);
      const others = conversations.map((each) => ({ tribeId: each.tribeId, otherId: otherThan(userId, each) }));
      const nameOf = await partnersOf(deps, userId, others);
      return personalPage(conversations, idOf, (each) => ({
        tribeId: each.tribeId,
        with: nameOf(each.tribeId, otherThan(userId, each)),
        lastMessageAt: each.lastAt,
      }));
    },
    messages: async (userId, cursor) => {
      const written = await messages.writtenBy(userId, limit, cursor);
      const others = written.map(({ tribeId, toUserId }) => ({ tribeId, otherId: toUserId }));
      const nameOf = await partnersOf(deps, userId, others);
      return personalPage(written, idOf, ({ _id: id, tribeId, toUserId, content, createdAt }) => ({
        id,
        tribeId,
        to: nameOf(tribeId, toUserId),
        content,
        createdAt,
      }));
    },
    chat_messages: async (userId, cursor) =>
      personalPage(
        await chat.writtenBy(userId, limit, cursor),
        idOf,
        ({ _id: id, tribeId, parentId, content, createdAt }) => ({ id, tribeId, parentId, content, createdAt }),
      ),
    chat_likes: async (userId, cursor) =>
      personalPage(await chat.reactedTo('likes', userId, limit, cursor), idOf, presentTarget),
    chat_dislikes: async (userId, cursor) =>
      personalPage(await chat.reactedTo('dislikes', userId, limit, cursor), idOf, presentTarget),
    notifications: async (userId, cursor) => {
      const page = { limit: personalPageSize, ...(cursor !== '' && { cursor }) };
      const { items, nextCursor } = await readNotifications(deps, userActor(userId), page);
      return { records: items, next: nextCursor ?? '' };
    },
  };
}

const presentTarget = ({ _id: id, tribeId }: { _id: string; tribeId: number }) => ({ id, tribeId });

/** The people whom a user wrote with, by tribe, as the user may see them there. */
async function partnersOf(
  { directory }: Pick<Deps, 'directory'>,
  userId: string,
  conversations: readonly { tribeId: number; otherId: string }[],
): Promise<(tribeId: number, otherId: string) => { id: string; name: string } | null> {
  const groups = [...Map.groupBy(conversations, ({ tribeId }) => tribeId)];
  const ids = new Map(groups.map(([tribeId, among]) => [tribeId, among.map(({ otherId }) => otherId)]));
  const people = await directory.presentUsersAcross(userActor(userId), ids);
  return (tribeId, otherId) => {
    const person = people.get(tribeId)?.get(otherId);
    return person ? { id: person.id, name: person.name } : null;
  };
}
