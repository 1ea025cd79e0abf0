export interface Author {
  id: string;
  name: string;
  avatarUrl?: string | null;
  isAgent?: boolean;
  restrictedHigher?: boolean;
  /** In the tribe of the conversation. */
  level?: number | undefined;
}

/** A message as displayed. */
export interface MessageView {
  /** The message's id, or the key of one that is being sent. */
  id: string;
  author: Author;
  mine: boolean;
  content: string;
  at: string;
  /** The message it replies to; `text` is null when that is not loaded. */
  quote: { id: string; name: string; text: string | null } | null;
  state: 'sent' | 'sending' | 'failed';
  /** The error message of a failed sending, or null. */
  failure: (() => string) | null;
  /** Whether a failed message can be sent again. */
  mayRetry?: boolean;
  /** Undefined where messages have no likes. */
  likes?: { count: number; mine: boolean };
}

/** Consecutive messages of one person. */
export interface MessageGroup {
  id: string;
  author: Author;
  mine: boolean;
  messages: MessageView[];
  /** The new messages begin here. */
  startsNew: boolean;
}

export interface MessageDay {
  /** yyyy-mm-dd in the viewer's time zone. */
  id: string;
  at: string;
  groups: MessageGroup[];
}

/** A pause of this length starts a new group. */
const pauseMs = 10 * 60_000;

/** Groups messages, given in order, by day and author. New are those of others after `lastRead`. */
export function groupMessages(messages: readonly MessageView[], lastRead: string | null): MessageDay[] {
  const days: MessageDay[] = [];
  const firstNew = lastRead === null ? undefined : messages.find(({ mine, at }) => !mine && at > lastRead);
  let last: MessageView | undefined;
  for (const message of messages) {
    const id = dayOf(message.at);
    let day = days.at(-1);
    if (day?.id !== id) {
      day = { id, at: message.at, groups: [] };
      days.push(day);
    }
    const group = day.groups.at(-1);
    const startsNew = message === firstNew;
    if (group && last && !startsNew && belongTogether(last, message)) group.messages.push(message);
    else
      day.groups.push({ id: message.id, author: message.author, mine: message.mine, messages: [message], startsNew });
    last = message;
  }
  return days;
}

function belongTogether(before: MessageView, after: MessageView): boolean {
  const pause = new Date(after.at).getTime() - new Date(before.at).getTime();
  return before.author.id === after.author.id && before.mine === after.mine && pause < pauseMs;
}

/** Returns the day of a time in the viewer's time zone, as yyyy-mm-dd. */
export function dayOf(at: Date | string): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Counts the messages of others after a time. */
export function countAfter(messages: readonly MessageView[], at: string): number {
  return messages.filter((message) => !message.mine && message.at > at).length;
}
