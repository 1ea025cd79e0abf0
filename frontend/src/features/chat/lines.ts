import type { ChatMessage, DirectMessage } from '@api/messaging';
import type { Author, Line } from './arrange.ts';
import { notArrived, type Outgoing } from './thread.ts';

/** The lines of a tribe's chat: what was said, then what I am saying. */
export function chatLines(messages: readonly ChatMessage[], outbox: readonly Outgoing[], me: Author): Line[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const quoteOf = (parentId: string | null): Line['quote'] => {
    if (parentId === null) return null;
    const parent = byId.get(parentId);
    return { id: parentId, name: parent?.user.name ?? '', text: parent?.content ?? null };
  };
  const said = messages.map((message): Line => {
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
  const mine = messages.filter(({ user }) => user.id === me.id);
  return [...said, ...notArrived(outbox, mine).map((outgoing) => goingLine(outgoing, me, quoteOf(outgoing.parentId)))];
}

/** The lines of a conversation between two. */
export function directLines(
  messages: readonly DirectMessage[],
  outbox: readonly Outgoing[],
  me: Author,
  other: Author,
): Line[] {
  const said = messages.map((message): Line => {
    const mine = message.fromUserId === me.id;
    return {
      id: message.id,
      author: mine ? me : other,
      mine,
      content: message.content,
      at: message.createdAt,
      quote: null,
      state: 'sent',
      failure: null,
    };
  });
  const mine = messages.filter(({ fromUserId }) => fromUserId === me.id);
  return [...said, ...notArrived(outbox, mine).map((outgoing) => goingLine(outgoing, me, null))];
}

function goingLine({ key, content, writtenAt, failure }: Outgoing, me: Author, quote: Line['quote']): Line {
  const state = failure === null ? 'sending' : 'failed';
  return { id: key, author: me, mine: true, content, at: writtenAt, quote, state, failure };
}
