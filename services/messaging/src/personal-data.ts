import { type PersonalAreas, personalPageSize, readPersonalPage } from '@tribus/community/personal-data.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import type { Deps } from './deps.ts';
import { readNotifications } from './notifications.ts';
import { otherThan } from './store/conversation.ts';

const idOf = ({ _id }: { _id: string }) => _id;

/**
 * The user's messages, reactions and notifications for their data export. Messages by others are excluded; the user's
 * partners are named as visible to the user.
 */
export function messagingAreas(deps: Deps): PersonalAreas {
  const { chat, messages } = deps.store;
  return {
    conversations: (userId, cursor) =>
      readPersonalPage(
        cursor,
        async (limit, after) => {
          const conversations = await messages.conversationsOf(userId, limit, after);
          return withPartners(deps, userId, conversations, (each) => otherThan(userId, each));
        },
        idOf,
        ({ tribeId, partner, lastAt }) => ({ tribeId, with: partner, lastMessageAt: lastAt }),
      ),
    messages: (userId, cursor) =>
      readPersonalPage(
        cursor,
        async (limit, after) =>
          withPartners(deps, userId, await messages.writtenBy(userId, limit, after), ({ toUserId }) => toUserId),
        idOf,
        ({ _id: id, tribeId, partner, content, createdAt }) => ({ id, tribeId, to: partner, content, createdAt }),
      ),
    chat_messages: (userId, cursor) =>
      readPersonalPage(
        cursor,
        (limit, after) => chat.writtenBy(userId, limit, after),
        idOf,
        ({ _id: id, tribeId, parentId, content, createdAt }) => ({ id, tribeId, parentId, content, createdAt }),
      ),
    chat_likes: (userId, cursor) =>
      readPersonalPage(cursor, (limit, after) => chat.reactedTo('likes', userId, limit, after), idOf, presentTarget),
    chat_dislikes: (userId, cursor) =>
      readPersonalPage(cursor, (limit, after) => chat.reactedTo('dislikes', userId, limit, after), idOf, presentTarget),
    notifications: async (userId, cursor) => {
      const page = { limit: personalPageSize, ...(cursor !== '' && { cursor }) };
      const { items, nextCursor } = await readNotifications(deps, userActor(userId), page);
      return { records: items, next: nextCursor ?? '' };
    },
  };
}

const presentTarget = ({ _id: id, tribeId }: { _id: string; tribeId: number }) => ({ id, tribeId });

/** Adds each record's partner as visible to the user in its tribe; null for a deleted one. */
async function withPartners<T extends { tribeId: number }>(
  { directory }: Pick<Deps, 'directory'>,
  userId: string,
  written: readonly T[],
  partnerIdOf: (each: T) => string,
): Promise<(T & { partner: { id: string; name: string } | null })[]> {
  const groups = [...Map.groupBy(written, ({ tribeId }) => tribeId)];
  const people = await directory.presentUsersAcross(
    userActor(userId),
    new Map(groups.map(([tribeId, among]) => [tribeId, among.map(partnerIdOf)])),
  );
  return written.map((each) => {
    const person = people.get(each.tribeId)?.get(partnerIdOf(each));
    return { ...each, partner: person ? { id: person.id, name: person.name } : null };
  });
}
