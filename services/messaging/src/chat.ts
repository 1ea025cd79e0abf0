import { mayWriteAsMember } from '@tribus/community/access.ts';
import { requireChatReadAccess, requireChatWriter } from '@tribus/community/guards.ts';
import { requireFewLinks } from '@tribus/community/new-accounts.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { type ListPosition, readPage } from '@tribus/kit/http/keyset.ts';
import { idempotentId } from '@tribus/kit/mongo/idempotency.ts';
import { ChatPosted } from '@tribus/proto/messaging/v1/events.ts';
import type { Chat, ChatMessage, ChatReactionAnswer, MessagesQuery, NewChatMessage } from '../api.ts';
import type { Deps } from './deps.ts';
import { countMessage } from './message-limits.ts';
import { presentChatMessage, presentReactions } from './present.ts';
import { enforceSlowMode, readSlowMode } from './slow-mode.ts';
import { type ChatMessageForViewer, forViewer } from './store/chat.ts';
import { deleteOfDeletedTribe } from './tribe-deletion.ts';
import { deleteOfDeletedUsers } from './user-deletion.ts';

/** Returns the newest messages of a tribe's chat, in the order written; for active members, and for site admins. */
export async function readChat(deps: Deps, actor: Actor, tribeId: number, query: MessagesQuery): Promise<Chat> {
  const membership = requireChatReadAccess(actor, await deps.directory.getMembership(actor.id, tribeId));
  const page = { limit: query.limit, cursor: query.before };
  const { items, nextCursor } = await readPage(deps.cursors, `chat:${tribeId}`, page, ({ limit, after }) =>
    readShown(deps, actor, tribeId, limit, after),
  );
  const authors = await deps.directory.presentUsersIn(
    actor,
    tribeId,
    items.map(({ userId }) => userId),
  );
  return {
    items: items.reverse().flatMap((message) => {
      const author = authors.get(message.userId);
      return author ? [presentChatMessage(message, author)] : [];
    }),
    nextBefore: nextCursor,
    canWrite: mayWriteAsMember(membership),
    ...(await readSlowMode(deps, actor, tribeId, membership)),
  };
}

/**
 * Returns messages as they are stored, the newest first, without those of blocked people. Asks only about the authors
 * at hand, because each block would cost a membership; their further messages are then left out by the query.
 */
async function readShown(
  { directory, store }: Deps,
  actor: Actor,
  tribeId: number,
  limit: number,
  before: ListPosition | undefined,
): Promise<ChatMessageForViewer[]> {
  const shown: ChatMessageForViewer[] = [];
  const blocked = new Set<string>();
  for (let position = before; ; ) {
    const read = await store.chat.page(tribeId, { viewerId: actor.id, blocked: [...blocked] }, limit, position);
    const found = await directory.blockedIn(actor, tribeId, new Set(read.map(({ userId }) => userId)));
    for (const userId of found) blocked.add(userId);
    shown.push(...read.filter(({ userId }) => !found.has(userId)));
    const last = read.at(-1);
    if (!last || read.length < limit || shown.length >= limit) return shown.slice(0, limit);
    position = { createdAt: last.createdAt, id: last._id };
  }
}

/**
 * Adds a message to a tribe's chat; throws as `requireChatWriter`, and 404 when the parent message or the tribe does
 * not exist.
 */
export async function postToChat(
  deps: Deps,
  actor: Actor,
  tribeId: number,
  { content, parentId }: NewChatMessage,
): Promise<ChatMessage> {
  const membership = requireChatWriter(actor, await deps.directory.getMembership(actor.id, tribeId));
  const thread = parentId ? await threadOf(deps, actor, tribeId, parentId) : null;
  // Presented before the write: a written message needs a response, even if the membership ends before the response.
  const author = await deps.directory.presentSelfIn(actor, tribeId);
  const message = {
    ...idempotentId(deps.ctx),
    tribeId,
    userId: actor.id,
    parentId: thread,
    content,
    createdAt: deps.ctx.clock.now(),
    likes: [],
    dislikes: [],
  };
  const event = { tribeId, messageId: message._id, parentId: thread ?? '', userId: actor.id };
  requireFewLinks(actor, content, message.createdAt);
  await enforceSlowMode(deps, actor, { tribeId, messageId: message._id }, membership);
  await countMessage(deps, actor, message._id);
  const written = await deps.store.chat.add(message, deps.store.event(ChatPosted, event));
  if (await deleteOfDeletedTribe(deps, tribeId)) throw fail('not_found');
  return presentChatMessage(forViewer(actor.id, written), author);
}

const listOf = { like: 'likes', dislike: 'dislikes' } as const;

/** Toggles a reaction: like and dislike exclude each other; repeating a reaction removes it. */
export async function reactInChat(
  deps: Deps,
  actor: Actor,
  { tribeId, messageId }: { tribeId: number; messageId: string },
  type: 'like' | 'dislike',
): Promise<ChatReactionAnswer> {
  requireChatWriter(actor, await deps.directory.getMembership(actor.id, tribeId));
  await requireMessage(deps, actor, tribeId, messageId);
  const message = await deps.store.chat.toggle(messageId, listOf[type], actor.id, idempotentId(deps.ctx));
  if (!message) throw fail('not_found');
  await deleteOfDeletedUsers(deps, [actor.id]);
  return presentReactions(forViewer(actor.id, message));
}

/** Returns the thread of a reply: a reply to a reply belongs to its parent's thread. */
async function threadOf(deps: Deps, actor: Actor, tribeId: number, parentId: string): Promise<string> {
  const parent = await requireMessage(deps, actor, tribeId, parentId);
  return parent.parentId ?? parent._id;
}

/** Returns a message visible to the actor; throws 404 otherwise. */
async function requireMessage({ directory, store }: Deps, actor: Actor, tribeId: number, id: string) {
  const message = await store.chat.find(tribeId, id);
  if (!message) throw fail('not_found');
  const { userId } = message;
  if ((await directory.blockedIn(actor, tribeId, new Set([userId]))).has(userId)) throw fail('not_found');
  return message;
}
