import type { Audience } from '@tribus/community/delivery-gate.ts';
import { requireActiveMember } from '@tribus/community/guards.ts';
import { tribeRoleOf } from '@tribus/community/membership.ts';
import { requireFewLinks } from '@tribus/community/new-accounts.ts';
import { isPseudonym } from '@tribus/community/pseudonyms.ts';
import { mayMessage } from '@tribus/community/user-presenter.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { byTime, PagedList, type PageQuery, readPage } from '@tribus/kit/http/keyset.ts';
import { idempotentId } from '@tribus/kit/mongo/idempotency.ts';
import { MessageSent } from '@tribus/proto/messaging/v1/events.ts';
import type {
  Conversation,
  Conversations,
  DirectMessage,
  DirectMessages,
  DirectMessagesQuery,
  NewDirectMessage,
} from '../api.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { countMessage } from './message-limits.ts';
import { removeMessageNotification } from './notifications.ts';
import { presentConversation, presentDirectMessage } from './present.ts';
import { conversationOf, otherThan, type StoredConversation } from './store/conversation.ts';
import type { StoredMessage } from './store/messages.ts';
import { deleteOfDeletedTribe } from './tribe-deletion.ts';
import { deleteOfDeletedUsers } from './user-deletion.ts';

/**
 * Sends a direct message. Both must be active members of the tribe, and neither hidden from or below the other there
 * (decisions.md 5); owners and officers can write to all members and receive messages from all. Throws 403
 * `message_not_allowed` otherwise. Earlier messages of the recipient are marked as read.
 */
export async function sendMessage(deps: Deps, actor: Actor, input: NewDirectMessage): Promise<DirectMessage> {
  const { toUserId, tribeId, content } = input;
  if (toUserId === actor.id) throw errors.fail('cannot_message_self');
  if (!(await mayWrite(deps, actor, toUserId, tribeId))) throw errors.fail('message_not_allowed');
  // Presented before the write: a written message needs a response, even if the membership ends before the response.
  const people = await deps.directory.presentUsersIn(actor, tribeId, [actor.id, toUserId]);
  if (!people.has(toUserId)) throw errors.fail('message_not_allowed');
  const message = {
    ...idempotentId(deps.ctx),
    conversation: conversationOf(tribeId, actor.id, toUserId),
    tribeId,
    fromUserId: actor.id,
    toUserId,
    content,
    createdAt: deps.ctx.clock.now(),
    read: false,
  };
  const event = { messageId: message._id, fromUserId: actor.id, toUserId, tribeId };
  requireFewLinks(actor, content, message.createdAt);
  await countMessage(deps, actor, message._id);
  const written = await deps.store.messages.add(message, deps.store.event(MessageSent, event));
  await deps.store.messages.touchConversations([written]);
  if (await deleteOfDeletedTribe(deps, tribeId)) throw errors.fail('message_not_allowed');
  await readUpTo(deps, actor, written);
  await deleteOfDeletedUsers(deps, [actor.id, toUserId]);
  const presented = presentDirectMessage(written, people);
  if (!presented) throw new Error('the presenter left out a person it presented before the write');
  return presented;
}

/**
 * Returns a conversation, the newest messages in the order written. Reading the first page marks these and all older
 * messages as read, but not concurrently sent messages.
 */
export async function readConversation(
  deps: Deps,
  actor: Actor,
  withUserId: string,
  { tribeId, limit, before }: DirectMessagesQuery,
): Promise<DirectMessages> {
  const membership = requireActiveMember(actor, await deps.directory.getMembership(actor.id, tribeId));
  const otherId = await storedId(deps, actor, withUserId, tribeId);
  const people = await deps.directory.presentUsersIn(actor, tribeId, [actor.id, otherId]);
  const user = people.get(otherId);
  // A hidden person is found by their pseudonymous id only: accepting the real id would reveal who they are.
  if (!user || (user.restrictedHigher && !isPseudonym(withUserId))) throw fail('not_found');
  if (await isUnreachable(deps, actor, otherId, tribeId)) throw fail('not_found');
  const conversation = conversationOf(tribeId, actor.id, otherId);
  const { items, nextCursor } = await readPage(deps.cursors, conversation, { limit, cursor: before }, (page) =>
    deps.store.messages.page(conversation, page.limit, page.after),
  );
  const [newest] = items;
  if (!before && newest) await readUpTo(deps, actor, newest);

  return {
    items: items.reverse().flatMap((message) => presentDirectMessage(message, people) ?? []),
    nextBefore: nextCursor,
    user,
    tribe: { id: membership.tribe.id, name: membership.tribe.name },
    canWrite: otherId !== actor.id && (await mayWrite(deps, actor, otherId, tribeId)),
  };
}

/** Marks messages from the other person to the actor, up to this message, as read. */
async function readUpTo(deps: Deps, actor: Actor, message: StoredMessage): Promise<void> {
  const { conversation, tribeId, fromUserId, toUserId } = message;
  if (!(await deps.store.messages.markRead(conversation, actor.id, message))) return;
  const otherId = fromUserId === actor.id ? toUserId : fromUserId;
  await removeMessageNotification(deps, { toUserId: actor.id, fromUserId: otherId, tribeId });
}

/** Resolves a pseudonymous id (`presentUser`) of someone with whom the actor has a conversation to the real one. */
async function storedId({ directory, store }: Deps, actor: Actor, id: string, tribeId: number): Promise<string> {
  const otherId = directory.subjectOf(actor, id, tribeId);
  if (otherId === undefined) return id;
  const [[newest], people] = await Promise.all([
    store.messages.page(conversationOf(tribeId, actor.id, otherId), 1),
    directory.presentUsersIn(actor, tribeId, [otherId]),
  ]);
  // An earlier pseudonym of a person who is now shown by name would reveal who it was.
  return newest && people.get(otherId)?.id === id ? otherId : id;
}

const byLastMessage = byTime(({ lastAt }: StoredConversation) => lastAt);

/** Senders are not part of the audience: the store query leaves out conversations with blocked people. */
const membersOf = (tribeId: number): Audience => ({ tribeId, kind: 'members', byId: null, isPersonal: false });

/** Returns one item per person and per tribe of which the actor is still a member, the newest first. */
export async function recentConversations(deps: Deps, actor: Actor, query: PageQuery): Promise<Conversations> {
  const tribeIds = await deps.store.messages.tribesOf(actor.id);
  const isInAudience = await deps.gate.openFor(actor, tribeIds.map(membersOf));
  const open = tribeIds.filter((tribeId) => isInAudience(membersOf(tribeId)));
  const blocked = await blockedConversations(deps, actor, open);
  const list = new PagedList(deps.cursors, `conversations:${actor.id}`, byLastMessage);
  const { items: conversations, nextCursor } = await list.read(query, ({ limit, after }) =>
    deps.store.messages.conversations(actor.id, open, limit, blocked, after),
  );
  const items = await presentConversations(deps, actor, conversations);
  return { items: items.sort((a, b) => (a.lastMessage.createdAt < b.lastMessage.createdAt ? 1 : -1)), nextCursor };
}

async function presentConversations(
  deps: Deps,
  actor: Actor,
  conversations: readonly StoredConversation[],
): Promise<Conversation[]> {
  const tribeIds = conversations.map(({ tribeId }) => tribeId);
  const [unread, memberships] = await Promise.all([
    deps.store.messages.unreadIn(actor.id, conversations),
    deps.directory.getMembershipsOf(actor.id, tribeIds),
  ]);
  const byTribe = Map.groupBy(conversations, ({ tribeId }) => tribeId);
  const otherIds = [...byTribe].map(
    ([tribeId, inTribe]) => [tribeId, inTribe.map((each) => otherThan(actor.id, each))] as const,
  );
  const usersByTribe = await deps.directory.presentUsersAcross(actor, new Map(otherIds));
  return [...byTribe].flatMap(([tribeId, inTribe]) => {
    const [tribe, people] = [memberships.get(tribeId)?.tribe, usersByTribe.get(tribeId)];
    // The tribe has just been deleted; its conversations are deleted later.
    if (!tribe || !people) return [];
    const context = { viewerId: actor.id, tribe, people };
    return inTribe.flatMap(
      (each) => presentConversation(each, { ...context, unread: unread.get(each._id) ?? 0 }) ?? [],
    );
  });
}

/** Counts a user's unread messages in tribes of which they are still a member, up to 1,000. */
export async function countUnread(deps: Deps, viewer: Actor): Promise<number> {
  const { gate, store } = deps;
  const tribeIds = await store.messages.tribesWithUnread(viewer.id);
  if (tribeIds.length === 0) return 0;
  const [isInAudience, blocked] = await Promise.all([
    gate.openFor(viewer, tribeIds.map(membersOf)),
    blockedConversations(deps, viewer, tribeIds),
  ]);
  const open = tribeIds.filter((tribeId) => isInAudience(membersOf(tribeId)));
  return store.messages.countUnread(viewer.id, open, blocked);
}

/** Returns the ids of the conversations with people separated from the viewer by a block. */
async function blockedConversations(
  { directory, store }: Deps,
  viewer: Actor,
  tribeIds: readonly number[],
): Promise<readonly string[]> {
  const named = await directory.namedByBlocks(viewer);
  if (named.length === 0) return [];
  // Only those that exist: a thousand blocks in thirty tribes would be thirty thousand ids.
  const among = (await store.messages.conversationsWith(viewer.id, named)).filter((each) =>
    tribeIds.includes(each.tribeId),
  );
  const others = new Set(among.map((each) => otherThan(viewer.id, each)));
  const unreachable = await directory.unreachableAcross(viewer, new Set(among.map(({ tribeId }) => tribeId)), others);
  return among.filter((each) => unreachable.get(each.tribeId)?.has(otherThan(viewer.id, each))).map(({ _id }) => _id);
}

/** Whether a block by either of the two prevents messages between them there; also applies to moderators. */
async function isUnreachable({ directory }: Deps, actor: Actor, otherId: string, tribeId: number): Promise<boolean> {
  return (await directory.unreachableAcross(actor, [tribeId], new Set([otherId]))).get(tribeId)?.has(otherId) ?? false;
}

async function mayWrite(deps: Deps, actor: Actor, otherId: string, tribeId: number): Promise<boolean> {
  const { directory } = deps;
  if (await isUnreachable(deps, actor, otherId, tribeId)) return false;
  const memberships = await directory.getMemberships([actor.id, otherId], tribeId);
  const [own, other] = [memberships.get(actor.id), memberships.get(otherId)];
  if (own?.status !== 'active' || other?.status !== 'active') return false;
  return mayMessage(
    actor,
    { id: otherId },
    {
      tribeId,
      isHominini: own.tribe.isHominini,
      isPrivate: own.tribe.isPrivate,
      viewer: tribeRoleOf(own),
      subject: tribeRoleOf(other),
      formerLevel: 0,
    },
  );
}
