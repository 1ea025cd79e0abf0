import type { ChatMessage, DirectMessage } from './api.ts';
import type { Author, MessageView } from './group-messages.ts';
import { type OutgoingMessage, unconfirmedMessages } from './message-cache.ts';

/** The messages of a tribe's chat: the stored ones, then mine that are being sent. */
export function chatMessageViews(
  messages: readonly ChatMessage[],
  outbox: readonly OutgoingMessage[],
  me: Author,
): MessageView[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const quoteOf = (parentId: string | null): MessageView['quote'] => {
    if (parentId === null) return null;
    const parent = byId.get(parentId);
    return { id: parentId, name: parent?.user.name ?? '', text: parent?.content ?? null };
  };
  const stored = messages.map((message): MessageView => {
    const { user } = message;
    return {
      id: message.id,
      author: { ...user, level: user.levelOrder },
      mine: user.id === me.id,
      content: message.content,
      at: message.createdAt,
      quote: quoteOf(message.parentId),
      state: 'sent',
      failure: null,
      likes: { count: message.likesCount, mine: message.reactions.some(({ type }) => type === 'like') },
    };
  });
  const ownMessages = messages.filter(({ user }) => user.id === me.id);
  return [
    ...stored,
    ...unconfirmedMessages(outbox, ownMessages).map((outgoing) =>
      outgoingView(outgoing, me, quoteOf(outgoing.parentId)),
    ),
  ];
}

/** The messages of a conversation: the stored ones, then mine that are being sent. */
export function directMessageViews(
  messages: readonly DirectMessage[],
  outbox: readonly OutgoingMessage[],
  me: Author,
  other: Author,
): MessageView[] {
  const stored = messages.map((message): MessageView => {
    const isOwn = message.fromUserId === me.id;
    return {
      id: message.id,
      author: isOwn ? me : other,
      mine: isOwn,
      content: message.content,
      at: message.createdAt,
      quote: null,
      state: 'sent',
      failure: null,
    };
  });
  const ownMessages = messages.filter(({ fromUserId }) => fromUserId === me.id);
  return [...stored, ...unconfirmedMessages(outbox, ownMessages).map((outgoing) => outgoingView(outgoing, me, null))];
}

function outgoingView(
  { key, content, writtenAt, failure, isFinal = false }: OutgoingMessage,
  me: Author,
  quote: MessageView['quote'],
): MessageView {
  const state = failure === null ? 'sending' : 'failed';
  return { id: key, author: me, mine: true, content, at: writtenAt, quote, state, failure, mayRetry: !isFinal };
}
