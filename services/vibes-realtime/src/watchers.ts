import type { DeliveryGate } from '@tribus/community/delivery-gate.ts';
import type { Bus } from '@tribus/kit/events/broker.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { pause, startLoop } from '@tribus/kit/runtime/loop.ts';
import type { ContentServiceService, Post } from '@tribus/proto/content/v1/service.ts';
import type { Stream } from './stream.ts';
import type { Streams } from './streams.ts';

/** A membership is remembered for three seconds, and the event that ends it may be heard after the check began. */
const knownEverywhereMs = 3_500;
const repeatAfterMs = 1_000;
const vibesAtOnce = 50;

interface Sources {
  content: Calls<ContentServiceService>;
  gate: DeliveryGate;
  streams: Streams;
  bus: Bus;
}

/** Streams that wait for the next check; `checked` resolves when it has decided over all of them. */
interface Round {
  streams: Set<Stream>;
  checked: PromiseWithResolvers<void>;
}

const newRound = (): Round => ({ streams: new Set(), checked: Promise.withResolvers() });

/**
 * Which level each watched vibe asks for, and whether those who watch it still may. Streams of viewers who may not are
 * closed; while content or tribes is away nobody is cut off, and the check is repeated until both have answered.
 */
export class Watchers {
  readonly #sources: Sources;
  readonly #stopping: AbortSignal;
  readonly #levels = new Map<string, number>();
  /** The newest edit of each vibe that was heard a moment ago: an answer that is on its way may be from before it. */
  readonly #edits = new Map<string, symbol>();
  readonly #poke: () => void;
  #next = newRound();

  constructor(ctx: Context, sources: Sources) {
    this.#sources = sources;
    this.#stopping = ctx.stopping;
    const loop = startLoop(ctx, 'check of who watches vibes', repeatAfterMs, () => this.#check());
    ctx.onStop('check of who watches vibes', () => loop.stop());
    this.#poke = () => loop.wake();
    // Events may have been missed.
    sources.bus.onConnected(() => void this.recheck(() => true));
  }

  /** The level a vibe asks for; 1 when nobody here watches it. */
  levelOf(vibeId: string): number {
    return this.#levels.get(vibeId) ?? 1;
  }

  /** content said that the vibe asks for this level. It holds unless an edit was heard meanwhile. */
  learn(vibeId: string, minLevelOrder: number): void {
    if (!this.#edits.has(vibeId)) this.#levels.set(vibeId, minLevelOrder);
  }

  /** The vibe was edited; `minLevelOrder` is what it asks for now, 0 when that was not said. */
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
   * Closes the streams of vibes among these whose viewers may not watch any more: at once, and again when the change is
   * known everywhere, also those that were opened meanwhile. Resolves after the second time, or when the process stops.
   */
  async recheck(wanted: (stream: Stream) => boolean): Promise<void> {
    await this.#checkSoon(wanted);
    await pause(knownEverywhereMs, this.#stopping);
    if (!this.#stopping.aborted) await this.#checkSoon(wanted);
  }

  #checkSoon(wanted: (stream: Stream) => boolean): Promise<void> {
    const streams = this.#sources.streams.filter((stream) => stream.vibeId !== null && wanted(stream));
    if (streams.length === 0) return Promise.resolve();
    const { checked } = this.#next;
    for (const stream of streams) this.#next.streams.add(stream);
    this.#poke();
    return checked.promise;
  }

  /** What fails goes into the next round, and the loop says so. */
  async #check(): Promise<void> {
    this.#forgetUnwatched();
    const round = this.#next;
    this.#next = newRound();
    const vibes = [...Map.groupBy(round.streams, ({ vibeId }) => vibeId ?? '')];
    try {
      for (let from = 0; from < vibes.length; from += vibesAtOnce)
        await this.#checkVibes(vibes.slice(from, from + vibesAtOnce));
      round.checked.resolve();
    } catch (error) {
      for (const stream of round.streams) this.#next.streams.add(stream);
      round.checked.resolve(this.#next.checked.promise);
      throw error;
    }
  }

  /** One question to content for all of these vibes, and one to tribes for all who watch one of them. */
  async #checkVibes(vibes: readonly (readonly [vibeId: string, streams: Stream[]])[]): Promise<void> {
    const ids = vibes.map(([vibeId]) => vibeId);
    const { posts } = await this.#sources.content.getPosts({ ids, viewerId: '', viewerIsAdmin: false });
    const known = new Map(posts.map((post) => [post.id, post]));
    await Promise.all(vibes.map(([vibeId, streams]) => this.#closeUnseen(known.get(vibeId), streams)));
  }

  async #closeUnseen(vibe: Post | undefined, streams: readonly Stream[]): Promise<void> {
    if (vibe) this.learn(vibe.id, vibe.minLevelOrder);
    const mayWatch = vibe && (await this.#whoMayWatch(vibe, streams));
    for (const stream of streams) if (!mayWatch?.(stream.actor)) stream.close();
  }

  #whoMayWatch({ id, tribeId, authorId }: Post, streams: readonly Stream[]) {
    const audience = { tribeId, kind: 'readers', minLevelOrder: this.levelOf(id), authorId } as const;
    return this.#sources.gate.openTo(
      streams.map(({ actor }) => actor),
      audience,
    );
  }

  #forgetUnwatched(): void {
    const watched = new Set(this.#sources.streams.filter(() => true).map(({ vibeId }) => vibeId));
    for (const vibeId of this.#levels.keys())
      if (!watched.has(vibeId) && !this.#edits.has(vibeId)) this.#levels.delete(vibeId);
  }
}
