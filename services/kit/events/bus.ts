import {
  headers,
  type JetStreamClient,
  type JetStreamManager,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
} from 'nats';
import { ConnectionReport, isRefused } from '../core/connection-report.ts';
import type { Context } from '../core/context.ts';
import { type Loop, pause, startLoop } from '../core/loop.ts';
import type { Bus, EventListener, EventSubscription, ReadOptions, ReceivedEvent, StreamMark } from './broker.ts';
import { deadLetterHeaders, parseHeaders, SubjectNames, toHeaders } from './event-headers.ts';
import { type EventMetadata, type EventRecord, type EventType, streamOf } from './events.ts';
import { connectToNats, ensureStream, undefinedIfMissing } from './nats-connection.ts';
import { choosePartition, partitionCount } from './partitions.ts';
import { type StreamMessage, StreamSubscription } from './stream-subscription.ts';

const requestTimeoutMs = 2_000;
/** Pause after a rejected login: longer than after a failed connection. */
const refusedPauseMs = 2_000;
/** Time for pending publications when the connection is closed. */
const flushMs = 500;
const deadStream = 'DEAD';

/** Opens `nats://host:4222`; `?prefix=x` separates subjects and streams from others on the same server. */
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

type MessageHandler = (message: Msg) => Promise<void> | void;

class NatsBus implements Bus {
  readonly #ctx: Context;
  readonly #url: URL;
  readonly names: SubjectNames;
  readonly #listeners: (() => void)[] = [];
  readonly #subscriptions = new Set<StreamSubscription>();
  /** Reject functions of the publications in flight. */
  readonly #publications = new Set<(error: Error) => void>();
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
    this.#loop = startLoop(ctx, 'bus connection', 250, () => this.#connect());
    ctx.watch('nats', async () => this.#connected);
  }

  get #requestTimeoutMs(): number {
    return requestTimeoutMs * this.#ctx.timeLimits.factor;
  }

  get connected(): boolean {
    return this.#connected;
  }

  get connection(): Connection {
    if (!this.#connection || !this.#connected) throw new Error('bus unavailable');
    return this.#connection;
  }

  onConnected(listener: () => void): void {
    this.#listeners.push(listener);
    if (this.#connected) listener();
  }

  async publish(event: EventRecord, after?: EventRecord): Promise<{ seq: number; duplicate: boolean }> {
    const partition = event.key === undefined ? undefined : choosePartition(event.key);
    const subject = this.names.subject(event.type, partition);
    const { jetstream } = this.connection;
    const acknowledgment = jetstream.publish(subject, event.payload, {
      msgID: messageId(event),
      headers: natsHeaders(toHeaders(event)),
      ...(after && { expect: { lastMsgID: messageId(after) } }),
    });
    const { seq, duplicate } = await this.#whileConnected(acknowledgment);
    return { seq, duplicate };
  }

  /** Rejects when the connection breaks: the client alone would wait for its timeout. */
  async #whileConnected<T>(acknowledgment: Promise<T>): Promise<T> {
    const { promise: lost, reject } = Promise.withResolvers<never>();
    // The one that settles second must not become an unhandled rejection.
    for (const each of [lost, acknowledgment]) each.catch(() => undefined);
    this.#publications.add(reject);
    try {
      return await Promise.race([acknowledgment, lost]);
    } catch (cause) {
      // The client calls it a timeout.
      throw this.#connection?.nats.isClosed() ? lostConnection(cause) : cause;
    } finally {
      this.#publications.delete(reject);
    }
  }

  async stream(name: string): Promise<StreamMark> {
    return this.#ensureStream(name);
  }

  async #ensureStream(stream: string): Promise<StreamMark> {
    const subjects = this.names.subject(`${stream.toLowerCase()}.>`);
    const { created, state } = await ensureStream(this.connection.manager, this.names.stream(stream), subjects);
    return { name: stream, created, lastSeq: state.last_seq };
  }

  async deadLetter(event: ReceivedEvent, consumer: string, deliveries: number, reason: string): Promise<void> {
    await this.#ensureStream(deadStream);
    const fields = { ...toHeaders(event), ...deadLetterHeaders(consumer, deliveries, event.seq, reason) };
    const subject = this.names.subject(`dead.${this.#ctx.name}.${event.type}`);
    const { jetstream } = this.connection;
    await this.#whileConnected(jetstream.publish(subject, event.payload, { headers: natsHeaders(fields) }));
  }

  async read({ types, partitions, from }: ReadOptions): Promise<EventSubscription> {
    const { nats, manager } = this.connection;
    const stream = this.names.stream(streamOf(types[0] ?? ''));
    const wanted = partitions.length === partitionCount ? ['*' as const] : partitions;
    const subjects = types.flatMap((type) => [
      this.names.subject(type),
      ...wanted.map((partition) => this.names.subject(type, partition)),
    ]);
    const subscription = await StreamSubscription.open(nats, manager, { stream, subjects, from });
    this.#subscriptions.add(subscription);
    return {
      next: async (limit, signal) => (await subscription.next(limit, signal)).map((message) => this.#received(message)),
      pending: () => subscription.pending(),
      close: () => {
        this.#subscriptions.delete(subscription);
        return subscription.close();
      },
    };
  }

  #received({ message, seq }: StreamMessage): ReceivedEvent {
    const { type, partition } = this.names.parse(message.subject);
    // Copy: the message is a view of the connection's buffer, which many messages share.
    return { type, partition, seq, payload: Uint8Array.from(message.data), ...natsMetadata(message.headers) };
  }

  async legacyPosition(stream: string): Promise<number | undefined> {
    const { consumers } = this.connection.manager;
    const found = await consumers.info(this.names.stream(stream), this.#ctx.name).catch(undefinedIfMissing);
    return found?.ack_floor.stream_seq;
  }

  async dropLegacyConsumer(stream: string): Promise<void> {
    const { consumers } = this.connection.manager;
    await consumers.delete(this.names.stream(stream), this.#ctx.name).catch(undefinedIfMissing);
  }

  listen<P>(type: Pick<EventType<P>, '$type' | 'decode'>, listener: EventListener<P>): void {
    const subjects = [this.names.subject(type.$type), this.names.subject(type.$type, '*')];
    this.#subscribe(subjects, (message) => listener(type.decode(message.data)));
  }

  signalReplicas(): void {
    if (this.#connected) this.#connection?.nats.publish(this.#replicasSubject);
  }

  onSignal(listener: () => void): void {
    this.#subscribe([this.#replicasSubject], listener);
  }

  get #replicasSubject(): string {
    return this.names.subject(`copies.${this.#ctx.name}`);
  }

  /** Subscribes on this connection and on each later one. */
  #subscribe(subjects: readonly string[], handle: MessageHandler): void {
    this.onConnected(() => {
      const { nats } = this.connection;
      for (const subject of subjects) {
        nats.subscribe(subject, {
          callback: (error, message) => {
            if (!error) void this.#handleSafely(handle, message);
          },
        });
      }
    });
  }

  async #handleSafely(handle: MessageHandler, message: Msg): Promise<void> {
    try {
      await handle(message);
    } catch (error) {
      this.#ctx.log.warn({ err: error, subject: message.subject }, 'event listener failed; continuing');
    }
  }

  /** Connects; resolves when that failed or the connection was closed, after which the loop makes another one. */
  async #connect(): Promise<void> {
    if (this.#closing) return;
    const nats = await this.#tryConnect();
    if (!nats) return;
    this.#report.connected();
    const timeout = this.#requestTimeoutMs;
    const manager = await nats.jetstreamManager({ checkAPI: false, timeout });
    this.#connection = { nats, manager, jetstream: nats.jetstream({ timeout }) };
    this.#setConnected(true);
    if (this.#closing) await nats.close();
    const lost = await nats.closed();
    this.#setConnected(false);
    if (lost && !this.#closing) this.#report.failed(lost);
  }

  async #tryConnect(): Promise<NatsConnection | undefined> {
    try {
      return await connectToNats(this.#url, this.#ctx.name, this.#requestTimeoutMs);
    } catch (error) {
      this.#report.failed(error);
      if (isRefused(error)) await pause(refusedPauseMs, this.#ctx.stopping);
      return undefined;
    }
  }

  #setConnected(connected: boolean): void {
    if (connected !== this.#connected) this.#ctx.log.info({ connected }, 'broker connection changed');
    this.#connected = connected;
    if (connected) for (const listener of this.#listeners) listener();
    else this.#failAll(lostConnection());
  }

  /** Rejects everything that waits for a response on the lost connection. */
  #failAll(lost: Error): void {
    for (const subscription of this.#subscriptions) subscription.fail(lost);
    for (const fail of this.#publications) fail(lost);
  }

  async close(): Promise<void> {
    this.#closing = true;
    const nats = this.#connection?.nats;
    // A connection that breaks during the flush cannot complete it and is closed anyway.
    if (nats && this.#connected) await flushWithin(nats, flushMs);
    await nats?.close();
    await this.#loop.stop();
  }
}

const lostConnection = (cause?: unknown): Error => new Error('the connection to the broker was lost', { cause });

/** Waits until what was published is sent, at most `ms`; then leaves no timer, which would keep the process running. */
async function flushWithin(nats: NatsConnection, ms: number): Promise<void> {
  const flushed = new AbortController();
  const flushing = nats.flush().catch(() => undefined);
  await Promise.race([flushing, pause(ms, flushed.signal)]);
  flushed.abort();
}

/** The id by which the broker detects duplicates. */
const messageId = ({ id, attempt }: EventRecord): string => (attempt === 0 ? id : `${id}.${attempt}`);

function natsHeaders(fields: Record<string, string>): MsgHdrs {
  const result = headers();
  for (const [name, value] of Object.entries(fields)) result.set(name, value);
  return result;
}

const natsMetadata = (fields: MsgHdrs | undefined): EventMetadata =>
  parseHeaders((name) => fields?.get(name) || undefined);
