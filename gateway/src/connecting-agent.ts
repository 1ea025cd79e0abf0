import { Agent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Timeouts of the attempts, together less than three seconds. The first is short: where packets are dropped (a
 * terminating pod, a network policy not yet in force), a new connection reaches another address sooner than TCP
 * retransmits.
 */
const usualAttemptsMs = [1_000, 1_500];

/** A connection timeout; other failures keep the system's error. */
export class NotConnected extends Error {
  constructor(host: string, withinMs: number) {
    super(`no connection to ${host} within ${withinMs} ms`);
    this.name = 'NotConnected';
  }
}

/**
 * Retries a failed connection once. A request is sent only on an established connection, so a retry is safe for writes,
 * too.
 */
export class ConnectingAgent extends Agent {
  readonly #attemptsMs: readonly number[];

  /** `limitFactor` multiplies the timeout of each attempt. */
  constructor(options: AgentOptions, limitFactor = 1) {
    super(options);
    this.#attemptsMs = usualAttemptsMs.map((ms) => ms * limitFactor);
  }

  override createConnection(
    options: ClientRequestArgs,
    done?: (error: Error | null, socket: Duplex) => void,
  ): Duplex | undefined {
    // Node's own agent passes the same options.
    connectWithRetry(options as NetConnectOpts, this.#attemptsMs).then(
      (socket) => done?.(null, socket),
      // Node ignores a socket that is passed together with an error.
      (error: Error) => done?.(error, undefined as unknown as Duplex),
    );
    return undefined;
  }
}

async function connectWithRetry(options: NetConnectOpts, attemptsMs: readonly number[]): Promise<Socket> {
  let failure: unknown;
  for (const withinMs of attemptsMs) {
    try {
      return await connectOnce(options, withinMs);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function connectOnce(options: NetConnectOpts, withinMs: number): Promise<Socket> {
  const host = 'host' in options ? String(options.host) : '';
  return new Promise((resolve, reject) => {
    const socket = connect(options);
    // After a pause of this process late timers run before a pending `connect` event; setImmediate lets it through
    // first.
    const timer = setTimeout(() => setImmediate(abort), withinMs);
    const abort = () => {
      if (socket.connecting) socket.destroy(new NotConnected(host, withinMs));
    };
    const failed = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    socket.once('error', failed);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', failed);
      resolve(socket);
    });
  });
}
