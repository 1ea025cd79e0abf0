import { requireActiveMember, requireChatReader } from '@tribus/community/guards.ts';
import { decodeCursor, pageOf } from '@tribus/kit/http/keyset.ts';
import { idempotentId } from '@tribus/kit/mongo/idempotency.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { ChatPosted } from '@tribus/proto/messaging/v1/events.ts';
import type { Chat, ChatMessage, ChatReactionAnswer, MessagesQuery, NewChatMessage } from '../api.ts';
import type { Deps } from './deps.ts';
import { presentChatMessage, presentReactions } from './present.ts';
import { forViewer } from './store/chat.ts';

/** The newest messages of a tribe's chat, in the order written; for active members, and site admins to read. */
export async function readChat(deps: Deps, actor: Actor, tribeId: number, query: MessagesQuery): Promise<Chat> {
  const membership = requireChatReader(actor, await deps.directory.getMembership(actor.id, tribeId));
  const list = `chat:${tribeId}`;
  const before = decodeCursor(deps.cursors, list, query.before);
  const messages = await deps.store.chat.page(tribeId, actor.id, query.limit + 1, before);
  const { items, next } = pageOf(deps.cursors, list, messages, query.limit);
  const authors = await deps.directory.presentUsersIn(
    actor,
    tribeId,
    items.map(({ userId }) => userId),
  );
  return {
    items: items.reverse().map((message) => presentChatMessage(message, authors)),
    nextBefore: next,
    canWrite: membership.status === 'active',
  };
}

/** Writes in a tribe's chat. Throws 404 when the message it replies to is not there. */
export async function postToChat(
  deps: Deps,
  actor: Actor,
  tribeId: number,
  { content, parentId }: NewChatMessage,
): Promise<ChatMessage> {
  requireActiveMember(actor, await deps.directory.getMembership(actor.id, tribeId));
  const thread = parentId ? await threadOf(deps, tribeId, parentId) : null;
  // Before the write: a message that was written is answered, even if the membership ends meanwhile.
  const authors = await deps.directory.presentUsersIn(actor, tribeId, [actor.id]);
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
  const written = await deps.store.chat.add(message, deps.store.event(ChatPosted, event));
  return presentChatMessage(forViewer(actor.id, written), authors);
}

const listOf = { like: 'likes', dislike: 'dislikes' } as const;

/** Like and dislike exclude each other; the same reaction again takes it back. */
export async function reactInChat(
  deps: Deps,
  actor: Actor,
  { tribeId, messageId }: { tribeId: number; messageId: string },
  type: 'like' | 'dislike',
): Promise<ChatReactionAnswer> {
  requireActiveMember(actor, await deps.directory.getMembership(actor.id, tribeId));
  if (!(await deps.store.chat.find(tribeId, messageId))) throw fail('not_found');
  const message = await deps.store.chat.toggle(messageId, listOf[type], actor.id, idempotentId(deps.ctx));
  if (!message) throw fail('not_found');
  return presentReactions(forViewer(actor.id, message));
}

/** The message to which a reply belongs: a reply to a reply goes to its parent. */
async function threadOf({ store }: Deps, tribeId: number, parentId: string): Promise<string> {
  const parent = await store.chat.find(tribeId, parentId);
  if (!parent) throw fail('not_found');
  return parent.parentId ?? parent._id;
}
