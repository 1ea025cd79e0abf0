import type { Schema } from '../../lib/contract.ts';

/** The common fields of chat messages and direct messages. */
export interface StoredMessage {
  id: string;
  createdAt: string;
}

/** A page of the API: in the order written; `nextBefore` is the cursor of older messages. */
export interface MessagePage<M extends StoredMessage> {
  items: M[];
  nextBefore: string | null;
}

/** Merges two lists: each message once, in its newer version, in the order written. */
function merge<M extends StoredMessage>(known: readonly M[], came: readonly M[]): M[] {
  const byId = new Map([...known, ...came].map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => Number(a.createdAt > b.createdAt) - Number(a.createdAt < b.createdAt));
}

/**
 * Adds the newest page to the loaded messages. When the two do not overlap, messages between them are missing, and the
 * newest page replaces the loaded ones. Loaded messages within its range that it lacks were deleted.
 */
export function withNewest<M extends StoredMessage, P extends MessagePage<M>>(known: P | undefined, newest: P): P {
  const ids = new Set(known?.items.map(({ id }) => id));
  if (!known || (newest.nextBefore !== null && !newest.items.some(({ id }) => ids.has(id)))) return newest;
  const [first] = newest.items;
  if (!first || newest.nextBefore === null) return newest;
  const older = known.items.filter(({ createdAt }) => createdAt < first.createdAt);
  return { ...newest, items: merge(older, newest.items), nextBefore: known.nextBefore };
}

/** Adds an older page before the loaded messages. */
export function withOlder<M extends StoredMessage, P extends MessagePage<M>>(known: P, older: MessagePage<M>): P {
  return { ...known, items: merge(older.items, known.items), nextBefore: older.nextBefore };
}

/** Adds one message, unless a poll has already added it. */
export function withMessage<M extends StoredMessage, P extends MessagePage<M>>(known: P, message: M): P {
  return { ...known, items: merge(known.items, [message]) };
}

/** Removes a deleted message. */
export function withoutMessage<M extends StoredMessage, P extends MessagePage<M>>(known: P, id: string): P {
  return { ...known, items: known.items.filter((message) => message.id !== id) };
}

/** A message that is being sent. */
export interface OutgoingMessage {
  /** The idempotency key of the message; a retry with the same key creates no second message. */
  key: string;
  content: string;
  parentId: string | null;
  /** By this device's clock. */
  writtenAt: string;
  /** `createdAt` of the newest message loaded when it was written; null in an empty conversation. */
  after: string | null;
  /** Why sending failed; null while it is being sent. */
  failure: (() => string) | null;
  /** Sending it again would be refused again: the person may no longer write here. */
  isFinal?: boolean;
}

/** Returns the outgoing messages that are not stored yet: a poll may deliver one before the response to its sending. */
export function unconfirmedMessages<M extends StoredMessage & { content: string }>(
  outbox: readonly OutgoingMessage[],
  ownMessages: readonly M[],
): OutgoingMessage[] {
  const taken = new Set<string>();
  return outbox.filter((outgoing) => {
    if (outgoing.failure !== null) return true;
    const arrived = ownMessages.find(
      ({ id, content, createdAt }) =>
        !taken.has(id) && content === outgoing.content && createdAt > (outgoing.after ?? ''),
    );
    if (arrived) taken.add(arrived.id);
    return !arrived;
  });
}

export type Likeable = Schema<'ChatReactionAnswer'>;

/** Returns the state after a like: it replaces a dislike, a second one removes it. */
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
