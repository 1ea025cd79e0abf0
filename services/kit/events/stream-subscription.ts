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

/** Messages per pull request. */
const pullSize = 1_000;
const pullExpiresMs = 60_000;
const heartbeatMs = 5_000;
/** Idle time after which the broker deletes the consumer of a dead process. */
const inactiveAfterMs = 30_000;

/** A message and its sequence number in the stream. */
export interface StreamMessage {
  message: Msg;
  seq: number;
}

export interface SubscriptionOptions {
  stream: string;
  subjects: readonly string[];
  /** First sequence number to read. */
  from: number;
}

/**
 * Reads a stream in order from a sequence number, through an ephemeral consumer. Nothing is acknowledged: the client
 * saves its own position.
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
  /** Messages the broker may still send for the last pull; 0 when it is exhausted. */
  #pullRemaining = 0;
  #delivered = 0;
  #lastMessageAt = performance.now();
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  private constructor(nats: NatsConnection, manager: JetStreamManager, stream: string, consumer: string) {
    this.#nats = nats;
    this.#manager = manager;
    this.#stream = stream;
    this.#consumer = consumer;
    this.#subscription = nats.subscribe(this.#inbox, {
      callback: (error, message) => (error ? this.fail(error) : this.#receive(message)),
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
   * Waits for messages and resolves to at most `limit`; resolves to an empty array when `signal` is aborted. Rejects
   * when the consumer is lost: undelivered messages are read by the next subscription.
   */
  async next(limit: number, signal: AbortSignal): Promise<StreamMessage[]> {
    while (this.#queue.length === 0 && !this.#failure && !signal.aborted) await this.#messageOrAbort(signal);
    if (signal.aborted) return [];
    if (this.#failure && this.#queue.length === 0) throw this.#failure;
    const messages = this.#queue.splice(0, limit);
    if (this.#pullRemaining === 0) this.#pull();
    return messages;
  }

  /** Number of messages not yet returned by `next`. Rejects when the broker does not respond. */
  async pending(): Promise<number> {
    const { num_pending: undelivered } = await this.#manager.consumers.info(this.#stream, this.#consumer);
    return undelivered + this.#queue.length;
  }

  /** Ends the subscription with an error. */
  fail(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }

  async close(): Promise<void> {
    this.fail(new Error('subscription closed'));
    clearInterval(this.#watch);
    this.#subscription.unsubscribe();
    // An unreachable broker deletes the consumer after `inactiveAfterMs`.
    await this.#manager.consumers.delete(this.#stream, this.#consumer).catch(() => undefined);
  }

  async #messageOrAbort(signal: AbortSignal): Promise<void> {
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
    this.#pullRemaining = pullSize;
    const pull = { batch: pullSize, expires: nanos(pullExpiresMs), idle_heartbeat: nanos(heartbeatMs) };
    const subject = `$JS.API.CONSUMER.MSG.NEXT.${this.#stream}.${this.#consumer}`;
    try {
      this.#nats.publish(subject, JSON.stringify(pull), { reply: this.#inbox });
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #receive(message: Msg): void {
    this.#lastMessageAt = performance.now();
    const status = message.data.length === 0 ? message.headers?.code : 0;
    if (status) {
      this.#receiveStatus(status, message.headers?.description ?? '');
      return;
    }
    const { seq, delivery } = parseAckSubject(message.reply ?? '');
    if (delivery !== this.#delivered + 1) {
      this.fail(new Error('a message of the broker was lost in transit'));
      return;
    }
    this.#delivered = delivery;
    this.#pullRemaining -= 1;
    this.#queue.push({ message, seq });
    this.#wake?.();
    if (this.#pullRemaining === 0 && this.#queue.length < pullSize) this.#pull();
  }

  /** 100 is a heartbeat; 404 and 408 end a pull; all others end the consumer. */
  #receiveStatus(status: number, description: string): void {
    if (status === 100) return;
    if (status === 404 || status === 408) this.#pull();
    else this.fail(new Error(`the broker ended a consumer: ${status} ${description}`));
  }

  #checkHeartbeat(): void {
    const silentMs = performance.now() - this.#lastMessageAt;
    if (this.#pullRemaining > 0 && silentMs > 2 * heartbeatMs) this.fail(new Error('the broker is silent'));
  }
}

/** Parses the sequence number and delivery count: `$JS.ACK.….<delivered>.<seq>.<delivery>.<time>.<pending>`. */
function parseAckSubject(reply: string): { seq: number; delivery: number } {
  const parts = reply.split('.');
  // Newer servers insert domain and account before the stream, and may append a token.
  const first = parts.length >= 11 ? 4 : 2;
  return { seq: Number(parts[first + 3]), delivery: Number(parts[first + 4]) };
}
