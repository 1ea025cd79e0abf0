import { type Membership, mayRead, requirePerson } from '@tribus/community/membership-directory.ts';
import type { PresentedUser } from '@tribus/community/user-presenter.ts';
import { decodeCursor, pageOf } from '@tribus/kit/http/keyset.ts';
import { idempotentId } from '@tribus/kit/mongo/idempotency.ts';
import { type Actor, isAdmin } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { Chat, ChatMessage, ChatReactionAnswer, MessagesQuery, NewChatMessage } from '../api.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { type ReadChatMessage, readBy } from './store/chat.ts';

/** The newest messages of a tribe's chat, in the order written; for active members, and site admins who look in. */
export async function readChat(deps: Deps, actor: Actor, tribeId: number, query: MessagesQuery): Promise<Chat> {
  await requireMember(deps, actor, tribeId, 'read');
  const list = `chat:${tribeId}`;
  const before = decodeCursor(deps.cursors, list, query.before);
  const read = await deps.chat.page(tribeId, actor.id, query.limit + 1, before);
  const { items, next } = pageOf(deps.cursors, list, read, query.limit);
  return { items: await presentMessages(deps, actor, tribeId, items.reverse()), nextBefore: next };
}

export async function postToChat(
  deps: Deps,
  actor: Actor,
  tribeId: number,
  { content, parentId }: NewChatMessage,
): Promise<ChatMessage> {
  await requireMember(deps, actor, tribeId, 'write');
  const thread = parentId ? await threadOf(deps, tribeId, parentId) : null;
  // Asked for before the write: what is written is answered, whatever becomes of the tribe meanwhile.
  const authors = await deps.directory.presentUsersIn(actor, tribeId, [actor.id]);
  const message = await deps.chat.add({
    ...idempotentId(deps.ctx),
    tribeId,
    userId: actor.id,
    parentId: thread,
    content,
    createdAt: deps.ctx.clock.now(),
    likes: [],
    dislikes: [],
  });
  return presentMessage(readBy(actor.id, message), authors);
}

/** Like and dislike exclude each other; a second tap takes it back. */
export async function reactInChat(
  deps: Deps,
  actor: Actor,
  { tribeId, messageId }: { tribeId: number; messageId: string },
  type: 'like' | 'dislike',
): Promise<ChatReactionAnswer> {
  await requireMember(deps, actor, tribeId, 'write');
  if (!(await deps.chat.find(tribeId, messageId))) throw fail('not_found');
  const message = await deps.chat.toggle(
    messageId,
    type === 'like' ? 'likes' : 'dislikes',
    actor.id,
    idempotentId(deps.ctx),
  );
  if (!message) throw fail('not_found');
  return reactionsOf(readBy(actor.id, message));
}

async function requireMember(deps: Deps, actor: Actor, tribeId: number, to: 'read' | 'write'): Promise<Membership> {
  const membership = await deps.directory.getMembership(actor.id, tribeId);
  const allowed = membership.status === 'active' || (to === 'read' && isAdmin(actor) && mayRead(actor, membership));
  if (!allowed) throw errors.fail('membership_required');
  return membership;
}

/** A reply to a reply goes to its parent. */
async function threadOf({ chat }: Deps, tribeId: number, parentId: string): Promise<string> {
  const parent = await chat.find(tribeId, parentId);
  if (!parent) throw fail('not_found');
  return parent.parentId ?? parent._id;
}

async function presentMessages(
  { directory }: Deps,
  viewer: Actor,
  tribeId: number,
  messages: readonly ReadChatMessage[],
): Promise<ChatMessage[]> {
  const authors = await directory.presentUsersIn(
    viewer,
    tribeId,
    messages.map(({ userId }) => userId),
  );
  return messages.map((message) => presentMessage(message, authors));
}

const presentMessage = (message: ReadChatMessage, authors: ReadonlyMap<string, PresentedUser>): ChatMessage => ({
  id: message._id,
  parentId: message.parentId,
  user: requirePerson(authors, message.userId),
  content: message.content,
  createdAt: message.createdAt.toISOString(),
  ...reactionsOf(message),
});

function reactionsOf({ likesCount, dislikesCount, liked, disliked }: ReadChatMessage): ChatReactionAnswer {
  const mine = [liked && 'like', disliked && 'dislike'] as const;
  return { likesCount, dislikesCount, reactions: mine.filter((type) => type !== false).map((type) => ({ type })) };
}
