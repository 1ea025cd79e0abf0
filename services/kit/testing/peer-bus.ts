import { randomUUID } from 'node:crypto';
import type { Context } from '../core/context.ts';
import type { Bus } from '../events/broker.ts';
import { openBus } from '../events/bus.ts';
import { type EventRecord, type EventType, recordEvent, streamOf } from '../events/events.ts';
import { until } from './until.ts';

const fenceType = 'bench.v1.Fence';

/** The bus of another service: publishes events and records received events of the given types. */
export class PeerBus {
  readonly #ctx: Context;
  readonly #bus: Bus;
  readonly #received: { type: string; payload: Uint8Array }[] = [];
  readonly #streams = new Map<string, Promise<unknown>>();

  constructor(ctx: Context, bus: Bus, types: readonly string[]) {
    this.#ctx = ctx;
    this.#bus = bus;
    for (const $type of [...types, fenceType])
      bus.listen({ $type, decode: (bytes) => bytes }, (payload) => void this.#received.push({ type: $type, payload }));
  }

  /** Resolves when connected; closed with the context. */
  static async open(ctx: Context, url: string, types: readonly string[]): Promise<PeerBus> {
    const bus = await openBus(ctx, { url });
    const peerBus = new PeerBus(ctx, bus, types);
    await until(() => bus.connected, 'the bus is connected');
    return peerBus;
  }

  /** Creates an event, dated now, without publishing it. */
  record<P>(type: EventType<P>, payload: P): EventRecord {
    return recordEvent({ ...this.#ctx, newId: () => randomUUID() }, type, payload);
  }

  /** Publishes an event; resolves to false when the broker dropped it as a duplicate. */
  async publish(event: EventRecord): Promise<boolean> {
    const stream = streamOf(event.type);
    const created = this.#streams.get(stream) ?? this.#bus.stream(stream);
    this.#streams.set(stream, created);
    await created;
    return !(await this.#bus.publish(event)).duplicate;
  }

  /** Returns all events of a type received so far, in order. */
  received<P>(type: EventType<P>): P[] {
    return this.#payloads(type.$type).map((payload) => type.decode(payload));
  }

  /** Resolves when all events that the broker accepted before the call are received. */
  async fence(): Promise<void> {
    const id = randomUUID();
    const fence = { id, type: fenceType, payload: Buffer.from(id), requestId: '', attempt: 0 };
    await this.publish({ ...fence, occurredAt: this.#ctx.clock.now() });
    const isReceived = () => this.#payloads(fenceType).some((payload) => Buffer.from(payload).toString() === id);
    await until(isReceived, 'the fence is received');
  }

  #payloads(type: string): Uint8Array[] {
    return this.#received.filter((event) => event.type === type).map(({ payload }) => payload);
  }
}
