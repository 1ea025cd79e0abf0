import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  Events,
  headers,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  nanos,
  StorageType,
} from 'nats';
import { ConnectionReport, isRefused } from '../runtime/connection-report.ts';
import type { Context } from '../runtime/context.ts';
import { type Loop, pause, startLoop } from '../runtime/loop.ts';
import type { Bus, Consumer, Delivery, DeliveryHandler, EventListener, ReceivedEvent, StreamMark } from './broker.ts';
import { deadLetterHeaders, parseHeaders, SubjectNames, toHeaders } from './event-headers.ts';
import { consumerName, type EventMetadata, type EventRecord, streamOf } from './events.ts';
import { connectToNats } from './nats-connection.ts';

const requestTimeoutMs = 2_000;
/** A broker that refuses us is asked less often than one that is away. */
const refusedPauseMs = 2_000;
const retentionMs = 7 * 24 * 60 * 60 * 1000;
const deadLetterRetentionMs = 30 * 24 * 60 * 60 * 1000;
/** After an acknowledgement was lost, or a process, everything behind that event waits this long. */
const ackWaitMs = 6_000;
const deadLetterStream = 'DEAD';
/** A look ahead costs as much as a few deliveries. */
const minLookahead = 10;
const maxLookahead = 100;
const lookTimeoutMs = 1_000;
/** When the broker drops what a process that died was reading ahead with. */
const inactiveThresholdMs = 10_000;

/** `nats://host:4222`; `?prefix=x` sets the subjects and streams apart from those of others on the same server. */
export async function openBus(ctx: Context, { url }: { url: string }): Promise<Bus> {
  const bus = new NatsBus(ctx, new URL(url));
  ctx.onStop('bus', () => bus.close());
  return bus;
}

interface Connection {
  nats: NatsConnection;
  jetstream: JetStreamClient;
  manager: JetStreamManager;
}

class NatsBus implements Bus {
  readonly #ctx: Context;
  readonly #url: URL;
  readonly names: SubjectNames;
  readonly #listeners: (() => void)[] = [];
  readonly #consumers: NatsConsumer[] = [];
  readonly #report: ConnectionReport;
  readonly #loop: Loop;
  #connection: Connection | undefined;
  #connected = false;
  #closing = false;

  constructor(ctx: Context, url: URL) {
    this.#ctx = ctx;
    this.#url = url;
    this.names = new SubjectNames(url.searchParams.get('prefix') ?? '');
    this.#report = new ConnectionReport(ctx.log, 'nats');
    this.#loop = startLoop(ctx, 'connection to the bus', 250, () => this.#connect());
    ctx.watch('nats', async () => this.#connected);
    ctx.metrics.gauge('consumer_lag', 'Events published and not yet applied', ['consumer'], async (gauge) => {
      await Promise.all(this.#consumers.map(async ({ name, lag }) => gauge.set({ consumer: name }, await lag())));
    });
  }

  get connected(): boolean {
    return this.#connected;
  }

  get connection(): Connection {
    if (!this.#connection || !this.#connected) throw new Error('the bus is away');
    return this.#connection;
  }

  onConnected(listener: () => void): void {
    this.#listeners.push(listener);
    if (this.#connected) listener();
  }

  async publish(event: EventRecord, after?: EventRecord): Promise<{ seq: number; duplicate: boolean }> {
    const { seq, duplicate } = await this.connection.jetstream.publish(this.names.subject(event.type), event.payload, {
      msgID: messageId(event),
      headers: natsHeaders(toHeaders(event)),
      ...(after && { expect: { lastMsgID: messageId(after) } }),
    });
    return { seq, duplicate };
  }

  async stream(name: string): Promise<StreamMark> {
    return this.#ensureStream(name, `${name.toLowerCase()}.>`, retentionMs);
  }

  async #ensureStream(stream: string, subjects: string, keptMs: number): Promise<StreamMark> {
    const { streams } = this.connection.manager;
    const name = this.names.stream(stream);
    const found = await streams.info(name).catch((error) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    const { created, state } =
      found ??
      (await streams.add({
        name,
        subjects: [this.names.subject(subjects)],
        storage: StorageType.File,
        max_age: nanos(keptMs),
        duplicate_window: nanos(2 * 60 * 1000),
      }));
    return { name: stream, created, lastSeq: state.last_seq };
  }

  async deadLetter(subject: string, payload: Uint8Array, about: Record<string, string>): Promise<void> {
    await this.#ensureStream(deadLetterStream, `${deadLetterStream.toLowerCase()}.>`, deadLetterRetentionMs);
    await this.connection.jetstream.publish(this.names.subject(subject), payload, { headers: natsHeaders(about) });
  }

  consume(types: readonly string[], handle: DeliveryHandler): Consumer {
    const consumer = new NatsConsumer(this.#ctx, this, types, handle);
    this.#consumers.push(consumer);
    return consumer;
  }

  listen(types: readonly string[], heard: EventListener): void {
    let subscribedTo: NatsConnection | undefined;
    this.onConnected(() => {
      const { nats } = this.connection;
      if (nats === subscribedTo) return;
      subscribedTo = nats;
      for (const type of types) {
        nats.subscribe(this.names.subject(type), {
          callback: (error, message) => {
            if (!error) this.#dispatch(heard, type, message);
          },
        });
      }
    });
  }

  #dispatch(heard: EventListener, type: string, message: Msg): void {
    try {
      heard(type, message.data, parseNatsHeaders(message.headers));
    } catch (error) {
      this.#ctx.log.warn({ err: error, type }, 'a listener failed');
    }
  }

  /** Connects, and returns when that failed or when the connection is lost for good; breaks in between are mended by the client. */
  async #connect(): Promise<void> {
    if (this.#closing) return;
    const nats = await this.#reach();
    if (!nats) return;
    this.#report.connected();
    const manager = await nats.jetstreamManager({ checkAPI: false, timeout: requestTimeoutMs });
    this.#connection = { nats, manager, jetstream: nats.jetstream({ timeout: requestTimeoutMs }) };
    // The client never ends its stream of statuses, not even when it is closed: nothing may wait for this.
    void this.#watch(nats);
    this.#setConnected(true);
    if (this.#closing) await nats.close();
    const lost = await nats.closed();
    this.#setConnected(false);
    if (lost && !this.#closing) this.#report.failed(lost);
  }

  async #reach(): Promise<NatsConnection | undefined> {
    try {
      return await connectToNats(this.#url, this.#ctx.name, requestTimeoutMs);
    } catch (error) {
      this.#report.failed(error);
      if (isRefused(error)) await pause(refusedPauseMs, this.#ctx.stopping);
      return undefined;
    }
  }

  async #watch(nats: NatsConnection): Promise<void> {
    for await (const status of nats.status()) {
      if (status.type === Events.Disconnect) this.#setConnected(false);
      if (status.type === Events.Reconnect) this.#setConnected(true);
    }
  }

  #setConnected(connected: boolean): void {
    if (connected !== this.#connected) this.#ctx.log.info({ connected }, 'bus');
    this.#connected = connected;
    if (connected) for (const listener of this.#listeners) listener();
  }

  async close(): Promise<void> {
    this.#closing = true;
    const nats = this.#connection?.nats;
    if (nats && this.#connected) await Promise.race([nats.flush(), pause(500, AbortSignal.timeout(500))]);
    await nats?.close();
    await this.#loop.stop();
  }
}

/**
 * A durable pull consumer of one service on one stream. One message is out at a time, over all copies of the service,
 * and what fails is delivered again before what follows: events are applied in the order in which they happened.
 */
class NatsConsumer implements Consumer {
  readonly name: string;
  readonly #ctx: Context;
  readonly #bus: NatsBus;
  readonly #stream: string;
  readonly #subjects: string[];
  readonly #handle: DeliveryHandler;
  readonly #loop: Loop;
  #messages: ConsumerMessages | undefined;
  #stopping = false;

  constructor(ctx: Context, bus: NatsBus, types: readonly string[], handle: DeliveryHandler) {
    const streams = new Set(types.map(streamOf));
    const [stream] = streams;
    if (!stream || streams.size > 1) throw new Error('a consumer reads from one stream');
    this.name = consumerName(ctx.name, stream);
    this.#ctx = ctx;
    this.#bus = bus;
    this.#stream = stream;
    this.#subjects = types.map((type) => bus.names.subject(type));
    this.#handle = handle;
    this.#loop = startLoop(ctx, `consumer ${this.name}`, 250, () => this.#run());
    bus.onConnected(() => this.#loop.wake());
  }

  /** Not a number while the broker does not say. */
  readonly lag = async (): Promise<number> => {
    try {
      const { manager } = this.#bus.connection;
      const info = await manager.consumers.info(this.#bus.names.stream(this.#stream), this.#ctx.name);
      return info.num_pending + info.num_ack_pending;
    } catch {
      return Number.NaN;
    }
  };

  async stop(): Promise<void> {
    this.#stopping = true;
    void this.#messages?.close();
    await this.#loop.stop();
  }

  /** Reads until stopped, or until the consumer or its stream vanished; then the loop makes them anew. */
  async #run(): Promise<void> {
    if (!this.#bus.connected || this.#stopping) return;
    await this.#bus.stream(this.#stream);
    await this.#ensure();
    const { jetstream } = this.#bus.connection;
    const consumer = await jetstream.consumers.get(this.#bus.names.stream(this.#stream), this.#ctx.name);
    this.#messages = await consumer.consume({ max_messages: 10, expires: 5_000, abort_on_missing_resource: true });
    if (this.#stopping) void this.#messages.close();
    for await (const message of this.#messages) await this.#handle(this.#toDelivery(message));
  }

  async #ensure(): Promise<void> {
    const { consumers } = this.#bus.connection.manager;
    const stream = this.#bus.names.stream(this.#stream);
    const wanted = {
      filter_subjects: this.#subjects,
      ack_wait: nanos(ackWaitMs),
      max_ack_pending: 1,
      max_deliver: -1,
    };
    const there = await consumers.info(stream, this.#ctx.name).then(
      () => true,
      (error) => {
        if (isMissing(error)) return false;
        throw error;
      },
    );
    if (there) await consumers.update(stream, this.#ctx.name, wanted);
    else
      await consumers.add(stream, {
        ...wanted,
        durable_name: this.#ctx.name,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
      });
  }

  #toDelivery(message: JsMsg): Delivery {
    const arrival = this.#toReceivedEvent(message);
    const deliveries = message.info.deliveryCount;
    return {
      ...arrival,
      deliveries,
      ack: () => message.ack(),
      nak: (ms) => message.nak(ms),
      extendAck: () => message.working(),
      peek: () => this.#lookahead(message),
      deadLetter: (reason) => {
        const about = { ...toHeaders(arrival), ...deadLetterHeaders(this.name, deliveries, message.seq, reason) };
        return this.#bus.deadLetter(`dead.${this.#ctx.name}.${arrival.type}`, message.data, about);
      },
    };
  }

  #toReceivedEvent(message: JsMsg): ReceivedEvent {
    return { type: this.#bus.names.type(message.subject), payload: message.data, ...parseNatsHeaders(message.headers) };
  }

  /** Reads ahead without taking anything; whoever cannot see what follows goes on one by one. */
  async #lookahead({ seq, info: { pending } }: JsMsg): Promise<ReceivedEvent[]> {
    if (pending < minLookahead) return [];
    try {
      return await this.#read(seq + 1, Math.min(pending, maxLookahead));
    } catch (error) {
      this.#ctx.log.debug({ err: error, consumer: this.name }, 'cannot look ahead');
      return [];
    }
  }

  async #read(from: number, count: number): Promise<ReceivedEvent[]> {
    const { manager, jetstream } = this.#bus.connection;
    const stream = this.#bus.names.stream(this.#stream);
    const { name } = await manager.consumers.add(stream, {
      filter_subjects: this.#subjects,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: from,
      ack_policy: AckPolicy.None,
      mem_storage: true,
      num_replicas: 1,
      inactive_threshold: nanos(inactiveThresholdMs),
    });
    const glance = await jetstream.consumers.get(stream, name);
    const arrivals: ReceivedEvent[] = [];
    for await (const message of await glance.fetch({ max_messages: count, expires: lookTimeoutMs }))
      arrivals.push(this.#toReceivedEvent(message));
    await glance.delete();
    return arrivals;
  }
}

/** By which the broker knows what was published before. */
const messageId = ({ id, attempt }: EventRecord): string => (attempt === 0 ? id : `${id}.${attempt}`);

function natsHeaders(about: Record<string, string>): MsgHdrs {
  const made = headers();
  for (const [name, value] of Object.entries(about)) made.set(name, value);
  return made;
}

const parseNatsHeaders = (about: MsgHdrs | undefined): EventMetadata =>
  parseHeaders((name) => about?.get(name) || undefined);

/** The broker's word for a stream or a consumer that it does not have. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'api_error' in error && /not found/.test(error.message);
