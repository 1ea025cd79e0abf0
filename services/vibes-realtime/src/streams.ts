import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { acquireFor } from '@tribus/kit/http/acquire.ts';
import type { Response } from '@tribus/kit/http/routes.ts';
import { heartbeatSeconds } from '../limits.ts';
import type { Stream, WatchedVibe } from './stream.ts';
import { StreamBounds, type StreamLimits, streamLimits } from './stream-bounds.ts';

const bufferedBytes = 256 * 1024;
const closeTimeoutMs = 5_000;

/** The browsers' open streams in this process. */
export class Streams {
  readonly #open = new Set<Stream>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #beats = new Map<Stream, () => void>();
  readonly #bounds: StreamBounds;
  readonly #stopping: AbortSignal;

  constructor(ctx: Context, limits: StreamLimits = streamLimits) {
    this.#bounds = new StreamBounds(ctx, limits);
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatSeconds * 1000);
    ctx.metrics.gauge('sse_connections', 'Open event streams', [], (gauge) => gauge.set(this.#open.size));
    this.#stopping = ctx.stopping;
    this.#stopping.addEventListener('abort', () => this.#closeAll(), { once: true });
  }

  /**
   * Opens a stream on a response; it ends with the connection, with `close`, or when its client reads too slowly.
   * Returns undefined when the client has already disconnected, and ends the response at once while the process stops:
   * the client opens its stream elsewhere.
   */
  open(res: Response, actor: Actor, vibe: WatchedVibe | null): Stream | undefined {
    let opened: Stream | undefined;
    acquireFor(res, () => {
      this.#bounds.makeRoom([...this.#open], actor);
      const stream = this.#begin(res, actor, vibe);
      opened = stream;
      return () => this.#remove(stream);
    });
    if (!this.#stopping.aborted) return opened;
    opened?.close();
    return undefined;
  }

  #begin(res: Response, actor: Actor, vibe: WatchedVibe | null): Stream {
    res.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const write = (text: string) => {
      // The stream has ended, but its connection is not closed yet.
      if (res.writableEnded) return;
      res.write(text);
      if (res.writableLength > bufferedBytes) res.destroy();
    };
    let sentAt = performance.now();
    const stream: Stream = {
      actor,
      get lastSentAt() {
        return sentAt;
      },
      vibeId: vibe?.id ?? null,
      tribeId: vibe?.tribeId ?? null,
      send: (event, data, id) => {
        sentAt = performance.now();
        write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      },
      close: () => end(),
      closeWithRetry: (retryAfterSec) => {
        // Our client uses the event, other browsers' reconnecting uses `retry`.
        write(`retry: ${retryAfterSec * 1000}\nevent: busy\ndata: ${JSON.stringify({ retryAfterSec })}\n\n`);
        end();
      },
    };
    const end = () => {
      this.#remove(stream);
      res.end();
      // A client that stops reading would otherwise keep the connection open.
      setTimeout(() => res.destroy(), closeTimeoutMs).unref();
    };
    this.#open.add(stream);
    this.#beats.set(stream, () => write(': heartbeat\n\n'));
    write(': open\n\n');
    return stream;
  }

  /** Returns the open streams that match. */
  filter(wanted: (stream: Stream) => boolean): Stream[] {
    return [...this.#open].filter(wanted);
  }

  /** Returns the ids of users with a personal stream. */
  userIds(): Set<string> {
    return new Set(this.filter(({ vibeId }) => vibeId === null).map(({ actor }) => actor.id));
  }

  ofUser(userId: string): Stream[] {
    return this.filter(({ actor, vibeId }) => vibeId === null && actor.id === userId);
  }

  ofVibe(vibeId: string): Stream[] {
    return this.filter((stream) => stream.vibeId === vibeId);
  }

  #remove(stream: Stream): void {
    this.#open.delete(stream);
    this.#beats.delete(stream);
  }

  #beat(): void {
    for (const beat of this.#beats.values()) beat();
  }

  #closeAll(): void {
    clearInterval(this.#heartbeat);
    for (const stream of this.#open) stream.close();
  }
}
