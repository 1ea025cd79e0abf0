import type { Actor } from '@tribus/kit/actor.ts';
import type { Context } from '@tribus/kit/context.ts';
import type { Response } from '@tribus/kit/http.ts';
import { heartbeatSeconds } from '../limits.ts';
import { errors } from './errors.ts';

const perPerson = 12;
const bufferedBytes = 256 * 1024;

/** One open stream of server-sent events. */
export interface Stream {
  readonly actor: Actor;
  /** The vibe it follows; null for a person's own stream. */
  readonly vibeId: string | null;
  readonly tribeId: number | null;
  /** The level the vibe asked for when the stream was opened; 1 for a person's own stream. */
  readonly minLevelOrder: number;
  /** `id` lets the browser resume after it. */
  send(event: string, data: object, id?: string): void;
  close(): void;
}

interface WatchedVibe {
  id: string;
  tribeId: number;
  minLevelOrder: number;
}

/** The browsers' open streams in this process. */
export class Streams {
  readonly #open = new Set<Stream>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #beats = new Map<Stream, () => void>();

  constructor(ctx: Context) {
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatSeconds * 1000);
    ctx.metrics.gauge('sse_connections', 'Open event streams', [], (gauge) => gauge.set(this.#open.size));
    ctx.stopping.addEventListener('abort', () => this.#closeAll(), { once: true });
  }

  /** Opens a stream on an answer; it ends with the connection, with `close`, or when its reader is too slow. */
  open(res: Response, actor: Actor, vibe: WatchedVibe | null): Stream {
    if (actor.kind === 'user' && this.#countOf(actor.id) >= perPerson)
      throw errors.fail('too_many_streams', undefined, { retryAfter: 30 });
    res.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const write = (text: string) => {
      // Ended, and not closed yet: there is nobody to write to.
      if (res.writableEnded) return;
      res.write(text);
      if (res.writableLength > bufferedBytes) res.destroy();
    };
    const stream: Stream = {
      actor,
      vibeId: vibe?.id ?? null,
      tribeId: vibe?.tribeId ?? null,
      minLevelOrder: vibe?.minLevelOrder ?? 1,
      send: (event, data, id) =>
        write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
      close: () => res.end(),
    };
    this.#open.add(stream);
    this.#beats.set(stream, () => write(': still here\n\n'));
    res.once('close', () => {
      this.#open.delete(stream);
      this.#beats.delete(stream);
    });
    write(': open\n\n');
    return stream;
  }

  /** Streams that fulfil a condition. */
  filter(wanted: (stream: Stream) => boolean): Stream[] {
    return [...this.#open].filter(wanted);
  }

  /** Who has a stream of their own. */
  people(): Set<string> {
    return new Set(this.filter(({ vibeId }) => vibeId === null).map(({ actor }) => actor.id));
  }

  ofPerson(userId: string): Stream[] {
    return this.filter(({ actor, vibeId }) => vibeId === null && actor.id === userId);
  }

  ofVibe(vibeId: string): Stream[] {
    return this.filter((stream) => stream.vibeId === vibeId);
  }

  #countOf(userId: string): number {
    return this.filter(({ actor }) => actor.id === userId).length;
  }

  #beat(): void {
    for (const beat of this.#beats.values()) beat();
  }

  #closeAll(): void {
    clearInterval(this.#heartbeat);
    for (const stream of this.#open) stream.close();
  }
}
