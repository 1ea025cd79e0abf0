import { mayRead, personOf, type Seat } from '@tribus/community/membership-directory.ts';
import type { PresentedUser } from '@tribus/community/user-presenter.ts';
import { pageOf, positionFrom } from '@tribus/kit/http/keyset.ts';
import { once } from '@tribus/kit/mongo/idempotency.ts';
import { type Actor, isAdmin } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { Chat, ChatMessage, ChatReactionAnswer, MessagesQuery, NewChatMessage } from '../api.ts';
import type { Parts } from './deps.ts';
import { errors } from './errors.ts';
import { type ReadChatMessage, readBy } from './store/chat.ts';

/** The newest messages of a tribe's chat, in the order written; for active members, and site admins who look in. */
export async function readChat(parts: Parts, actor: Actor, tribeId: number, query: MessagesQuery): Promise<Chat> {
  await memberSeat(parts, actor, tribeId, 'read');
  const list = `chat:${tribeId}`;
  const before = positionFrom(parts.cursors, list, query.before);
  const read = await parts.chat.page(tribeId, actor.id, query.limit + 1, before);
  const { items, next } = pageOf(parts.cursors, list, read, query.limit);
  return { items: await presentMessages(parts, actor, tribeId, items.reverse()), nextBefore: next };
}

export async function postToChat(
  parts: Parts,
  actor: Actor,
  tribeId: number,
  { content, parentId }: NewChatMessage,
): Promise<ChatMessage> {
  await memberSeat(parts, actor, tribeId, 'write');
  const thread = parentId ? await threadOf(parts, tribeId, parentId) : null;
  // Asked for before the write: what is written is answered, whatever becomes of the tribe meanwhile.
  const authors = await parts.company.presentIn(actor, tribeId, [actor.id]);
  const message = await parts.chat.add({
    ...once(parts.ctx),
    tribeId,
    userId: actor.id,
    parentId: thread,
    content,
    createdAt: parts.ctx.clock.now(),
    likes: [],
    dislikes: [],
  });
  return presentMessage(readBy(actor.id, message), authors);
}

/** Like and dislike exclude each other; a second tap takes it back. */
export async function reactInChat(
  parts: Parts,
  actor: Actor,
  { tribeId, messageId }: { tribeId: number; messageId: string },
  type: 'like' | 'dislike',
): Promise<ChatReactionAnswer> {
  await memberSeat(parts, actor, tribeId, 'write');
  if (!(await parts.chat.find(tribeId, messageId))) throw fail('not_found');
  const message = await parts.chat.toggle(messageId, type === 'like' ? 'likes' : 'dislikes', actor.id, once(parts.ctx));
  if (!message) throw fail('not_found');
  return reactionsOf(readBy(actor.id, message));
}

async function memberSeat(parts: Parts, actor: Actor, tribeId: number, to: 'read' | 'write'): Promise<Seat> {
  const seat = await parts.company.seat(actor.id, tribeId);
  const allowed = seat.status === 'active' || (to === 'read' && isAdmin(actor) && mayRead(actor, seat));
  if (!allowed) throw errors.fail('membership_required');
  return seat;
}

/** A reply to a reply goes to its parent. */
async function threadOf({ chat }: Parts, tribeId: number, parentId: string): Promise<string> {
  const parent = await chat.find(tribeId, parentId);
  if (!parent) throw fail('not_found');
  return parent.parentId ?? parent._id;
}

async function presentMessages(
  { company }: Parts,
  viewer: Actor,
  tribeId: number,
  messages: readonly ReadChatMessage[],
): Promise<ChatMessage[]> {
  const authors = await company.presentIn(
    viewer,
    tribeId,
    messages.map(({ userId }) => userId),
  );
  return messages.map((message) => presentMessage(message, authors));
}

const presentMessage = (message: ReadChatMessage, authors: ReadonlyMap<string, PresentedUser>): ChatMessage => ({
  id: message._id,
  parentId: message.parentId,
  user: personOf(authors, message.userId),
  content: message.content,
  createdAt: message.createdAt.toISOString(),
  ...reactionsOf(message),
});

function reactionsOf({ likesCount, dislikesCount, liked, disliked }: ReadChatMessage): ChatReactionAnswer {
  const mine = [liked && 'like', disliked && 'dislike'] as const;
  return { likesCount, dislikesCount, reactions: mine.filter((type) => type !== false).map((type) => ({ type })) };
}
