export interface Author {
  id: string;
  name: string;
  avatarUrl?: string | null;
  isAgent?: boolean;
  /** In the tribe it is said in. */
  level?: number | undefined;
}

/** A message as it stands on the screen. */
export interface Line {
  /** The message's id, or the key of one on its way. */
  id: string;
  author: Author;
  mine: boolean;
  content: string;
  at: string;
  /** What it replies to; `text` is null when that is further back than was read. */
  quote: { id: string; name: string; text: string | null } | null;
  state: 'sent' | 'sending' | 'failed';
  /** Why it failed. */
  failure: string | null;
  /** Undefined where messages are not liked. */
  likes?: { count: number; mine: boolean };
}

/** Messages of one person, one after the other. */
export interface Group {
  id: string;
  author: Author;
  mine: boolean;
  lines: Line[];
  /** The new messages begin here. */
  startsNew: boolean;
}

export interface Day {
  /** yyyy-mm-dd where the reader is. */
  id: string;
  at: string;
  groups: Group[];
}

/** A pause as long as this begins a new group. */
const pauseMs = 10 * 60_000;

/** Groups messages, given in their order, by day and author. New are those of others after `seenUntil`. */
export function arrange(lines: readonly Line[], seenUntil: string | null): Day[] {
  const days: Day[] = [];
  const firstNew = seenUntil === null ? undefined : lines.find(({ mine, at }) => !mine && at > seenUntil);
  let last: Line | undefined;
  for (const line of lines) {
    const id = dayOf(line.at);
    let day = days.at(-1);
    if (day?.id !== id) {
      day = { id, at: line.at, groups: [] };
      days.push(day);
    }
    const group = day.groups.at(-1);
    const startsNew = line === firstNew;
    if (group && last && !startsNew && belongTogether(last, line)) group.lines.push(line);
    else day.groups.push({ id: line.id, author: line.author, mine: line.mine, lines: [line], startsNew });
    last = line;
  }
  return days;
}

function belongTogether(before: Line, after: Line): boolean {
  const pause = new Date(after.at).getTime() - new Date(before.at).getTime();
  return before.author.id === after.author.id && before.mine === after.mine && pause < pauseMs;
}

/** The day of a time where the reader is, as yyyy-mm-dd. */
export function dayOf(at: Date | string): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** How many of others came after a time. */
export function countAfter(lines: readonly Line[], at: string): number {
  return lines.filter((line) => !line.mine && line.at > at).length;
}
