import {
  AckPolicy,
  createInbox,
  DeliverPolicy,
  type JetStreamManager,
  type Msg,
  type NatsConnection,
  nanos,
  type Subscription,
} from 'nats';

/** How many messages the broker sends without being asked again. */
const pullSize = 1_000;
const pullExpiresMs = 60_000;
const heartbeatMs = 5_000;
/** When the broker drops the consumer of a process that died. */
const inactiveAfterMs = 30_000;

/** A message of a stream, and its sequence number there. */
export interface StreamMessage {
  message: Msg;
  seq: number;
}

export interface SubscriptionOptions {
  stream: string;
  subjects: readonly string[];
  /** The first sequence number to be read. */
  from: number;
}

/**
 * Reads a stream in order from a sequence number on, through a consumer that ends with it. Nothing is acknowledged:
 * whoever reads keeps its own position.
 */
export class StreamSubscription {
  readonly #nats: NatsConnection;
  readonly #manager: JetStreamManager;
  readonly #stream: string;
  readonly #consumer: string;
  readonly #subscription: Subscription;
  readonly #watch: NodeJS.Timeout;
  readonly #inbox = createInbox();
  readonly #queue: StreamMessage[] = [];
  /** Messages that the broker may still send by the last pull; 0 when that has ended. */
  #asked = 0;
  #delivered = 0;
  #heardAt = performance.now();
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  private constructor(nats: NatsConnection, manager: JetStreamManager, stream: string, consumer: string) {
    this.#nats = nats;
    this.#manager = manager;
    this.#stream = stream;
    this.#consumer = consumer;
    this.#subscription = nats.subscribe(this.#inbox, {
      callback: (error, message) => (error ? this.fail(error) : this.#take(message)),
    });
    this.#watch = setInterval(() => this.#checkHeartbeat(), heartbeatMs);
    this.#watch.unref();
    this.#pull();
  }

  static async open(
    nats: NatsConnection,
    manager: JetStreamManager,
    { stream, subjects, from }: SubscriptionOptions,
  ): Promise<StreamSubscription> {
    const { name } = await manager.consumers.add(stream, {
      filter_subjects: [...subjects],
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: Math.max(1, from),
      ack_policy: AckPolicy.None,
      mem_storage: true,
      num_replicas: 1,
      inactive_threshold: nanos(inactiveAfterMs),
    });
    return new StreamSubscription(nats, manager, stream, name);
  }

  /**
   * Resolves to what has arrived, at most `limit`; waits until something has. Resolves to nothing when `signal` fires.
   * Rejects when the consumer is lost: what was not given out is read again by the next reader.
   */
  async next(limit: number, signal: AbortSignal): Promise<StreamMessage[]> {
    while (this.#queue.length === 0 && !this.#failure && !signal.aborted) await this.#arrival(signal);
    if (signal.aborted) return [];
    if (this.#failure && this.#queue.length === 0) throw this.#failure;
    const messages = this.#queue.splice(0, limit);
    if (this.#asked === 0) this.#pull();
    return messages;
  }

  /** How many messages of the stream were not given out yet. Rejects when the broker does not say. */
  async waiting(): Promise<number> {
    const { num_pending: pending } = await this.#manager.consumers.info(this.#stream, this.#consumer);
    return pending + this.#queue.length;
  }

  /** Ends the subscription with an error. */
  fail(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }

  async close(): Promise<void> {
    this.fail(new Error('the reader is closed'));
    clearInterval(this.#watch);
    this.#subscription.unsubscribe();
    // Where the broker is away it drops the consumer by itself.
    await this.#manager.consumers.delete(this.#stream, this.#consumer).catch(() => undefined);
  }

  async #arrival(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    this.#wake = wake;
    signal.addEventListener('abort', wake, { once: true });
    await promise;
    signal.removeEventListener('abort', wake);
    this.#wake = undefined;
  }

  #pull(): void {
    if (this.#failure) return;
    this.#asked = pullSize;
    const pull = { batch: pullSize, expires: nanos(pullExpiresMs), idle_heartbeat: nanos(heartbeatMs) };
    const subject = `$JS.API.CONSUMER.MSG.NEXT.${this.#stream}.${this.#consumer}`;
    try {
      this.#nats.publish(subject, JSON.stringify(pull), { reply: this.#inbox });
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #take(message: Msg): void {
    this.#heardAt = performance.now();
    const status = message.data.length === 0 ? message.headers?.code : 0;
    if (status) {
      this.#takeStatus(status, message.headers?.description ?? '');
      return;
    }
    const { seq, delivery } = placeOf(message.reply ?? '');
    if (delivery !== this.#delivered + 1) {
      this.fail(new Error('a message of the broker was lost on its way'));
      return;
    }
    this.#delivered = delivery;
    this.#asked -= 1;
    this.#queue.push({ message, seq });
    this.#wake?.();
    if (this.#asked === 0 && this.#queue.length < pullSize) this.#pull();
  }

  /** 100 is a heartbeat; 404 and 408 end a pull; all others end the consumer. */
  #takeStatus(status: number, description: string): void {
    if (status === 100) return;
    if (status === 404 || status === 408) this.#pull();
    else this.fail(new Error(`the broker ended a consumer: ${status} ${description}`));
  }

  #checkHeartbeat(): void {
    const silentMs = performance.now() - this.#heardAt;
    if (this.#asked > 0 && silentMs > 2 * heartbeatMs) this.fail(new Error('the broker is silent'));
  }
}

/** Where a message stands in its stream and among the consumer's deliveries: `$JS.ACK.….<delivered>.<seq>.<delivery>.<time>.<pending>`. */
function placeOf(reply: string): { seq: number; delivery: number } {
  const parts = reply.split('.');
  // Newer servers put the domain and the account before the stream, and may put a token behind.
  const first = parts.length >= 11 ? 4 : 2;
  return { seq: Number(parts[first + 3]), delivery: Number(parts[first + 4]) };
}
