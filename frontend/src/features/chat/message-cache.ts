import type { Schema } from '../../lib/contract.ts';

/** What every message has, of a tribe's chat or between two people. */
export interface StoredMessage {
  id: string;
  createdAt: string;
}

/** A page as the API answers it: in the order written; `nextBefore` leads to older ones. */
export interface MessagePage<M extends StoredMessage> {
  items: M[];
  nextBefore: string | null;
}

/** Joins what is known with what came, each message once, the fresher copy of it, in the order written. */
function union<M extends StoredMessage>(known: readonly M[], came: readonly M[]): M[] {
  const byId = new Map([...known, ...came].map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => Number(a.createdAt > b.createdAt) - Number(a.createdAt < b.createdAt));
}

/**
 * The conversation after its newest page was asked for again. Older messages that were already read stay; when more
 * came than a page holds, what is between is unknown and the newest page stands alone.
 */
export function withNewest<M extends StoredMessage, P extends MessagePage<M>>(known: P | undefined, newest: P): P {
  const ids = new Set(known?.items.map(({ id }) => id));
  if (!known || (newest.nextBefore !== null && !newest.items.some(({ id }) => ids.has(id)))) return newest;
  return { ...newest, items: union(known.items, newest.items), nextBefore: known.nextBefore };
}

/** The conversation with an older page before it. */
export function withOlder<M extends StoredMessage, P extends MessagePage<M>>(known: P, older: MessagePage<M>): P {
  return { ...known, items: union(older.items, known.items), nextBefore: older.nextBefore };
}

/** The conversation with one more message, which a poll may have brought already. */
export function withMessage<M extends StoredMessage, P extends MessagePage<M>>(known: P, message: M): P {
  return { ...known, items: union(known.items, [message]) };
}

/** A message on its way. */
export interface OutgoingMessage {
  /** Also its idempotency key: a retry sends the same message, not another one. */
  key: string;
  content: string;
  parentId: string | null;
  /** This device's time, until the server gives its own. */
  writtenAt: string;
  /** The server's time of the last message known when it was written; null in an empty conversation. */
  after: string | null;
  /** Why it did not go; null while it is going. */
  failure: string | null;
}

/** What is still on its way: a poll may bring a message before the answer to its sending does. */
export function notArrived<M extends StoredMessage & { content: string }>(
  outbox: readonly OutgoingMessage[],
  mine: readonly M[],
): OutgoingMessage[] {
  const taken = new Set<string>();
  return outbox.filter((outgoing) => {
    if (outgoing.failure !== null) return true;
    const arrived = mine.find(
      ({ id, content, createdAt }) =>
        !taken.has(id) && content === outgoing.content && createdAt > (outgoing.after ?? ''),
    );
    if (arrived) taken.add(arrived.id);
    return !arrived;
  });
}

export type Likeable = Schema<'ChatReactionAnswer'>;

/** What a like will come to: it excludes a dislike, a second one takes it back. */
export function withLike<M extends Likeable>(message: M): M {
  const before = message.reactions[0]?.type;
  const liked = before === 'like';
  return {
    ...message,
    likesCount: message.likesCount + (liked ? -1 : 1),
    dislikesCount: message.dislikesCount - Number(before === 'dislike'),
    reactions: liked ? [] : [{ type: 'like' }],
  };
}
