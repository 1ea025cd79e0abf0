import type { DeliveryGate } from '@tribus/community/delivery-gate.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { pause, startLoop } from '@tribus/kit/core/loop.ts';
import type { Bus } from '@tribus/kit/events/broker.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { ContentServiceService, Post } from '@tribus/proto/content/v1/service.ts';
import type { Stream } from './stream.ts';
import type { Streams } from './streams.ts';

/** Memberships are cached for three seconds, and the event that ends one may arrive after a check began. */
const cachesExpiredMs = 3_500;
const retryAfterMs = 1_000;
const maxBatch = 50;

interface Sources {
  content: Calls<ContentServiceService>;
  gate: DeliveryGate;
  streams: Streams;
  bus: Bus;
}

/** Streams that wait for the next check; `checked` resolves when all of them are checked. */
interface Round {
  streams: Set<Stream>;
  checked: PromiseWithResolvers<void>;
}

const newRound = (): Round => ({ streams: new Set(), checked: Promise.withResolvers() });

/**
 * Tracks the required level of each watched vibe and closes the streams of viewers who lost access. While content or
 * tribes is unavailable none is closed, and the check is retried until both respond.
 */
export class Watchers {
  readonly #sources: Sources;
  readonly #stopping: AbortSignal;
  readonly #levels = new Map<string, number>();
  /** The newest edit of each recently edited vibe: a response of content may be older than it. */
  readonly #edits = new Map<string, symbol>();
  readonly #wake: () => void;
  #next = newRound();

  constructor(ctx: Context, sources: Sources) {
    this.#sources = sources;
    this.#stopping = ctx.stopping;
    const loop = startLoop(ctx, 'check of vibe viewers', retryAfterMs, () => this.#check());
    ctx.onStop('check of vibe viewers', () => loop.stop());
    this.#wake = () => loop.wake();
    // Events may have been missed.
    sources.bus.onConnected(() => void this.recheck(() => true));
  }

  /** Returns the level a vibe requires; 1 when it has no watchers in this process. */
  levelOf(vibeId: string): number {
    return this.#levels.get(vibeId) ?? 1;
  }

  /** Stores the level from a content response, unless an edit has arrived since the request. */
  setLevel(vibeId: string, minLevelOrder: number): void {
    if (!this.#edits.has(vibeId)) this.#levels.set(vibeId, minLevelOrder);
  }

  /** Handles an edit of a vibe; `minLevelOrder` is its new required level, 0 when the event contains none. */
  async edited(vibeId: string, minLevelOrder: number): Promise<void> {
    const edit = Symbol('edit');
    if (minLevelOrder > 0) {
      this.#edits.set(vibeId, edit);
      this.#levels.set(vibeId, minLevelOrder);
    }
    await this.recheck((stream) => stream.vibeId === vibeId);
    if (this.#edits.get(vibeId) === edit) this.#edits.delete(vibeId);
  }

  /**
   * Closes the streams of matching vibes whose viewers lost access: at once, and again when all caches of the old state
   * have expired, including streams opened during the wait. Resolves after the second check, or when the process stops.
   */
  async recheck(wanted: (stream: Stream) => boolean): Promise<void> {
    await this.#checkSoon(wanted);
    await pause(cachesExpiredMs, this.#stopping);
    if (!this.#stopping.aborted) await this.#checkSoon(wanted);
  }

  #checkSoon(wanted: (stream: Stream) => boolean): Promise<void> {
    const streams = this.#sources.streams.filter((stream) => stream.vibeId !== null && wanted(stream));
    if (streams.length === 0) return Promise.resolve();
    const { checked } = this.#next;
    for (const stream of streams) this.#next.streams.add(stream);
    this.#wake();
    return checked.promise;
  }

  /** Streams of a failed check go into the next round; the loop logs the failure. */
  async #check(): Promise<void> {
    this.#deleteUnwatched();
    const round = this.#next;
    this.#next = newRound();
    const vibes = [...Map.groupBy(round.streams, ({ vibeId }) => vibeId ?? '')];
    try {
      for (let from = 0; from < vibes.length; from += maxBatch)
        await this.#checkVibes(vibes.slice(from, from + maxBatch));
      round.checked.resolve();
    } catch (error) {
      for (const stream of round.streams) this.#next.streams.add(stream);
      round.checked.resolve(this.#next.checked.promise);
      throw error;
    }
  }

  /** One call to content for all of these vibes, and one to tribes for the viewers of each. */
  async #checkVibes(vibes: readonly (readonly [vibeId: string, streams: Stream[]])[]): Promise<void> {
    const ids = vibes.map(([vibeId]) => vibeId);
    const { posts } = await this.#sources.content.getPosts({ ids, viewerId: '', viewerIsAdmin: false });
    const known = new Map(posts.map((post) => [post.id, post]));
    await Promise.all(vibes.map(([vibeId, streams]) => this.#closeForbidden(known.get(vibeId), streams)));
  }

  async #closeForbidden(vibe: Post | undefined, streams: readonly Stream[]): Promise<void> {
    if (vibe) this.setLevel(vibe.id, vibe.minLevelOrder);
    const mayWatch = vibe && (await this.#allowedViewers(vibe, streams));
    for (const stream of streams) if (!mayWatch?.(stream.actor)) stream.close();
  }

  #allowedViewers({ id, tribeId, authorId }: Post, streams: readonly Stream[]) {
    const audience = {
      tribeId,
      kind: 'readers',
      minLevelOrder: this.levelOf(id),
      authorId,
      byId: authorId,
      isPersonal: false,
    } as const;
    return this.#sources.gate.openTo(
      streams.map(({ actor }) => actor),
      audience,
    );
  }

  #deleteUnwatched(): void {
    const watched = new Set(this.#sources.streams.filter(() => true).map(({ vibeId }) => vibeId));
    for (const vibeId of this.#levels.keys())
      if (!watched.has(vibeId) && !this.#edits.has(vibeId)) this.#levels.delete(vibeId);
  }
}
