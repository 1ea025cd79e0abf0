import type { EventRecord, EventType } from '@tribus/kit/events/events.ts';
import {
  CommentAdded,
  CommentDeleted,
  PostDeleted,
  PostPublished,
  ReactionChanged,
} from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { dailyCaps, pointsFor } from '../limits.ts';

/** One step of a history; the numbers select among existing objects. */
export type Step =
  | { do: 'post' | 'comment'; who: number; where: number; times: number }
  | { do: 'like' | 'unlike'; who: number; where: number; times: number }
  /** One person likes and unlikes repeatedly. */
  | { do: 'toggle'; who: number; where: number; times: number }
  | { do: 'deletePost' | 'deleteComment' | 'deleteTribe' | 'deleteUser'; where: number }
  | { do: 'nextDay' };

interface Entry {
  id: string;
  kind: 'post' | 'comment';
  authorId: string;
  tribeId: number;
  postId: string;
  day: number;
}

interface Like {
  targetId: string;
  giverId: string;
  ownerId: string;
  tribeId: number;
  day: number;
  /** An agent's contribution does not count. */
  byAgent: boolean;
}

type Record = <P>(type: EventType<P>, payload: P) => EventRecord;

/** Actions of users, their events, and the resulting state. */
export class History {
  /** In the order of content's outbox. */
  readonly content: EventRecord[] = [];
  /** Deletions, which may arrive at any time. */
  readonly deletions: EventRecord[] = [];
  readonly authors: string[];
  readonly tribeIds: number[];
  readonly #fans: string[];
  readonly #record: Record;
  readonly #deletedTribes = new Set<number>();
  readonly #deletedUsers = new Set<string>();
  #entries: Entry[] = [];
  #likes: Like[] = [];
  #day = 0;
  #serial = 0;

  constructor(run: string, tribeIds: number[], record: Record) {
    this.tribeIds = tribeIds;
    this.authors = [0, 1, 2].map((index) => `${run}-autora-${index}`);
    this.#fans = Array.from({ length: 60 }, (_, index) => `${index % 12 === 0 ? 'agente-' : ''}${run}-fan-${index}`);
    this.#record = record;
  }

  apply(step: Step, nextDay: () => void): void {
    if (step.do === 'nextDay') {
      this.#day += 1;
      nextDay();
    } else if (step.do === 'post' || step.do === 'comment') {
      for (let time = 0; time < step.times; time++) this.#write(step.do, step.who, step.where);
    } else if (step.do === 'like' || step.do === 'unlike') {
      for (let time = 0; time < step.times; time++) this.#react(step.do, step.who + time, step.where);
    } else if (step.do === 'toggle') {
      for (let time = 0; time < step.times; time++)
        for (const change of ['like', 'unlike'] as const) this.#react(change, step.who, step.where);
    } else this.#remove(step.do, step.where);
  }

  /** Returns the expected points of a user in a tribe. */
  pointsOf(userId: string, tribeId: number): number {
    if (this.#deletedTribes.has(tribeId) || this.#deletedUsers.has(userId)) return 0;
    const mine = (kind: Entry['kind']) =>
      this.#entries.filter((each) => each.kind === kind && each.authorId === userId && each.tribeId === tribeId);
    const likes = this.#likes.filter((each) => each.ownerId === userId && each.tribeId === tribeId && !each.byAgent);
    return worth('post', mine('post')) + worth('comment', mine('comment')) + worth('like', likes);
  }

  #write(kind: Entry['kind'], userIndex: number, where: number): void {
    const authorId = pick(this.authors, userIndex);
    const post = pick(this.#posts(), where);
    if (!authorId || this.#deletedUsers.has(authorId) || (kind === 'comment' && !post)) return;
    const id = `${kind}-${authorId}-${++this.#serial}`;
    // Content may still accept a post in a tribe that was just deleted.
    const tribeId = kind === 'comment' && post ? post.tribeId : (pick(this.tribeIds, where) ?? 0);
    const postId = kind === 'comment' && post ? post.id : id;
    this.#entries.push({ id, kind, authorId, tribeId, postId, day: this.#day });
    this.content.push(
      kind === 'post'
        ? this.#record(PostPublished, PostPublished.fromPartial({ tribeId, postId, authorId }))
        : this.#record(CommentAdded, CommentAdded.fromPartial({ tribeId, postId, commentId: id, authorId })),
    );
  }

  #react(change: 'like' | 'unlike', userIndex: number, where: number): void {
    const target = pick(this.#entries, where);
    const giverId = pick([...this.#fans, ...this.authors], userIndex);
    if (!target || !giverId || this.#deletedUsers.has(giverId)) return;
    const liked = this.#likes.find((like) => like.targetId === target.id && like.giverId === giverId);
    if ((change === 'like') === (liked !== undefined)) return;
    const { id: targetId, kind: targetKind, tribeId, postId, authorId: ownerId } = target;
    const reaction =
      change === 'like' ? ({ type: 'like' } as const) : ({ type: 'none', previousType: 'like' } as const);
    const userIsAgent = giverId.startsWith('agente');
    const event = { tribeId, postId, targetKind, targetId, ownerId, userId: giverId, userIsAgent, ...reaction };
    this.content.push(this.#record(ReactionChanged, ReactionChanged.fromPartial(event)));
    if (liked) this.#likes = this.#likes.filter((like) => like !== liked);
    else if (giverId !== ownerId)
      this.#likes.push({ targetId, giverId, ownerId, tribeId, day: this.#day, byAgent: userIsAgent });
  }

  #remove(what: 'deletePost' | 'deleteComment' | 'deleteTribe' | 'deleteUser', where: number): void {
    if (what === 'deleteTribe') {
      const tribeId = pick(this.tribeIds, where) ?? 0;
      if (this.#deletedTribes.has(tribeId)) return;
      this.#deletedTribes.add(tribeId);
      this.deletions.push(this.#record(TribeDeleted, { tribeId }));
    } else if (what === 'deleteUser') {
      const userId = pick([...this.#fans, ...this.authors], where) ?? '';
      if (this.#deletedUsers.has(userId)) return;
      this.#deletedUsers.add(userId);
      this.#likes = this.#likes.filter(({ giverId }) => giverId !== userId);
      this.deletions.push(this.#record(UserDeleted, { userId }));
    } else this.#removeEntry(what, where);
  }

  #removeEntry(what: 'deletePost' | 'deleteComment', where: number): void {
    const isPost = what === 'deletePost';
    const deleted = pick(isPost ? this.#posts() : this.#entries.filter(({ kind }) => kind === 'comment'), where);
    if (!deleted) return;
    const { id, tribeId, postId, authorId } = deleted;
    this.deletions.push(
      isPost
        ? this.#record(PostDeleted, PostDeleted.fromPartial({ tribeId, postId, authorId }))
        : this.#record(CommentDeleted, CommentDeleted.fromPartial({ tribeId, postId, commentId: id, authorId })),
    );
    this.#entries = this.#entries.filter((each) => (isPost ? each.postId !== postId : each.id !== id));
    const left = new Set(this.#entries.map((each) => each.id));
    this.#likes = this.#likes.filter(({ targetId }) => left.has(targetId));
  }

  #posts(): Entry[] {
    return this.#entries.filter(({ kind }) => kind === 'post');
  }
}

/** The rule in its simplest form: for each day, up to the cap. */
function worth(kind: 'post' | 'comment' | 'like', existing: readonly { day: number }[]): number {
  const days = [...Map.groupBy(existing, ({ day }) => day).values()];
  return days.reduce((sum, { length }) => sum + pointsFor[kind] * Math.min(dailyCaps[kind], length), 0);
}

const pick = <T>(among: readonly T[], index: number): T | undefined => among[index % Math.max(1, among.length)];
