import { Agent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * How long each attempt may take, one after another: together less than three seconds. The first is
 * short: where its packets are dropped (a pod that goes, a network policy that is not in force yet), a new connection
 * reaches another address sooner than the system repeats them.
 */
const usualAttemptsMs = [1_000, 1_500];

/** The error of an attempt that took too long; others fail with the system's error. */
export class NotConnected extends Error {
  constructor(host: string, withinMs: number) {
    super(`no connection to ${host} within ${withinMs} ms`);
    this.name = 'NotConnected';
  }
}

/**
 * Connections that are tried twice. A request gets its connection only when that stands, so that not a byte of it was
 * sent in an attempt that failed: this is safe for writes, too.
 */
export class ConnectingAgent extends Agent {
  readonly #attemptsMs: readonly number[];

  /** `limitFactor` multiplies the time of each attempt. */
  constructor(options: AgentOptions, limitFactor = 1) {
    super(options);
    this.#attemptsMs = usualAttemptsMs.map((ms) => ms * limitFactor);
  }

  override createConnection(
    options: ClientRequestArgs,
    done?: (error: Error | null, socket: Duplex) => void,
  ): Duplex | undefined {
    // Of the same shape, as Node's own agent passes them on.
    connectWithRetry(options as NetConnectOpts, this.#attemptsMs).then(
      (socket) => done?.(null, socket),
      // Node ignores the socket beside an error.
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
    // Timers that are late, as after a pause of this process, run before a connection that stands is told.
    const timer = setTimeout(() => setImmediate(giveUp), withinMs);
    const giveUp = () => {
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
