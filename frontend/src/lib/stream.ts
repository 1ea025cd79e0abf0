import { useEffect, useEffectEvent } from 'react';
import type { Schema } from './contract.ts';
import { ApiError, http } from './http.ts';
import { type Observable, observable, useObservable } from './observable.ts';

export type StreamEvents = Schema<'StreamEvents'>;

/** The events that screens can subscribe to; the stream itself handles `busy`. */
export type StreamEventType = Exclude<keyof StreamEvents, 'busy'>;
const types = [
  'notification',
  'message',
  'chat',
  'slowMode',
  'reaction',
  'queue',
  'membership',
  'post',
  'video',
] as const satisfies readonly StreamEventType[];
export type StreamStatus = 'closed' | 'connecting' | 'open' | 'waiting';

/** The dependencies of a stream, replaced in tests. */
export interface StreamParts {
  /** The path of the stream; by default the stream of the signed-in user. */
  path?: string;
  /** Epoch ms up to which events are known: the first connection requests newer events. */
  knownUpTo?(): number;
  /** Fetches a single-use ticket. */
  ticket(): Promise<string>;
  open(url: string): EventSource;
  /** 0..1, spreads reconnects of many tabs. */
  random(): number;
}

export interface LiveStream {
  status: Observable<StreamStatus>;
  start(): void;
  stop(): void;
  /** Ends the wait for the next attempt. */
  retryNow(): void;
  /** Subscribes to events of one kind; returns the unsubscribe function. */
  on<T extends StreamEventType>(type: T, handler: (data: StreamEvents[T]) => void): () => void;
}

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/** Wait after the server refused the stream; screens poll during the wait. Scripts cannot read its `Retry-After`. */
const REFUSED_WAIT = 60_000;
/** This many refusals are retried after 1, 2 and 4 s, by when an ended session is known to every service. */
const SOON_AGAIN = 3;
/** Polls are this much slower while the stream is open, which announces the same changes. */
const SLOW_FACTOR = 6;

/** Returns the wait before the n-th attempt in a row, in ms: doubling, capped, spread by ±25 %. */
export function waitBefore(attempt: number, random: number): number {
  return spread(Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt), random);
}

const spread = (wait: number, random: number): number => wait * (0.75 + random * 0.5);

/** Whether the server refused (429, 503); other failures, such as a broken network, are retried sooner. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 429 || error.status === 503);

/**
 * A stream of server-sent events. EventSource would reconnect with a used ticket, so each connection is opened here
 * with a new one, with exponential backoff, from the last event received.
 */
export function createStream(parts: StreamParts): LiveStream {
  const status = observable<StreamStatus>('closed');
  const handlers: { [T in StreamEventType]: Set<(data: StreamEvents[T]) => void> } = {
    notification: new Set(),
    message: new Set(),
    chat: new Set(),
    slowMode: new Set(),
    reaction: new Set(),
    queue: new Set(),
    membership: new Set(),
    post: new Set(),
    video: new Set(),
  };
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  /** Number of consecutive connections whose response was not a stream. */
  let refusals = 0;
  /** The time of the last event received, in epoch ms: the first part of its id. */
  let since: string | undefined;
  /** Incremented by every start and stop, so that a ticket that arrives late is not used. */
  let turn = 0;

  function receive<T extends StreamEventType>(type: T, event: MessageEvent<string>): void {
    since = /^\d+/.exec(event.lastEventId)?.[0] ?? since;
    // As in http.ts, the server validates its messages against the schema of this type.
    const data = JSON.parse(event.data) as StreamEvents[T];
    for (const handle of handlers[type]) handle(data);
  }

  function retry(wait = waitBefore(attempt, parts.random())): void {
    source?.close();
    source = null;
    status.set('waiting');
    timer = setTimeout(connect, wait);
    attempt += 1;
  }

  const reconnectLater = (wait = REFUSED_WAIT): void => retry(spread(wait, parts.random()));

  /**
   * EventSource retries a broken connection by itself, but gives up on a response that is not a stream, and does not
   * expose its status: the server is full, or the session has ended, which the next ticket request detects.
   */
  function fail(failed: EventSource): void {
    refusals = failed.readyState === EventSource.CLOSED ? refusals + 1 : 0;
    if (refusals > SOON_AGAIN) reconnectLater();
    else retry();
  }

  async function connect(): Promise<void> {
    const ownTurn = turn;
    status.set('connecting');
    try {
      const ticket = await parts.ticket();
      if (ownTurn !== turn) return;
      const from = since ?? parts.knownUpTo?.().toString();
      const query = new URLSearchParams({ ticket, ...(from !== undefined && { since: from }) });
      source = parts.open(`${parts.path ?? '/api/stream'}?${query}`);
    } catch (error) {
      // No ticket: offline, refused, or the session has ended (then stop() follows).
      if (ownTurn === turn) {
        if (isRefusal(error)) reconnectLater();
        else retry();
      }
      return;
    }
    const opened = source;
    source.onopen = () => {
      attempt = 0;
      refusals = 0;
      status.set('open');
    };
    source.onerror = () => fail(opened);
    source.addEventListener('busy', ({ data }: MessageEvent<string>) => {
      const { retryAfterSec } = JSON.parse(data) as StreamEvents['busy'];
      reconnectLater(retryAfterSec * 1000);
    });
    for (const type of types) source.addEventListener(type, (event) => receive(type, event));
  }

  function retryNow(): void {
    if (status.get() !== 'waiting') return;
    clearTimeout(timer);
    attempt = 0;
    void connect();
  }

  return {
    status,
    start() {
      if (status.get() !== 'closed') return;
      turn += 1;
      window.addEventListener('online', retryNow);
      void connect();
    },
    stop() {
      turn += 1;
      clearTimeout(timer);
      window.removeEventListener('online', retryNow);
      source?.close();
      source = null;
      attempt = 0;
      refusals = 0;
      since = undefined;
      status.set('closed');
    },
    retryNow,
    on(type, handler) {
      handlers[type].add(handler);
      return () => handlers[type].delete(handler);
    },
  };
}

/** Fetches a single-use ticket for one stream. */
export const issueTicket = async (): Promise<string> => (await http.post('/stream/ticket')).ticket;

/** The one stream of this tab. */
export const stream = createStream({
  ticket: issueTicket,
  open: (url) => new EventSource(url),
  random: Math.random,
});

/** Calls the handler with each event of one kind while the component is mounted. */
export function useStreamEvent<T extends StreamEventType>(type: T, handler: (data: StreamEvents[T]) => void): void {
  const handle = useEffectEvent(handler);
  useEffect(() => stream.on(type, (data) => handle(data)), [type]);
}

/**
 * Returns the interval of a poll in ms: as specified, six times as long while the stream announces the same changes.
 */
export function usePollInterval(interval: number): number {
  return useObservable(stream.status) === 'open' ? interval * SLOW_FACTOR : interval;
}
