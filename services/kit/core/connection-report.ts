import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import { codeOf } from './errors.ts';

/** Interval at which a lasting failure is logged again. */
const repeatMs = 10 * 60 * 1000;

type Failure = 'unreachable' | 'credentials' | 'database' | 'tls';

/** Log messages for operators; `store` and `reason` are fields of the line. */
const messages: Readonly<Record<Failure, string>> = {
  unreachable: 'cannot connect to a store; retrying',
  credentials: 'a store refused the user or the password; retrying',
  database: 'a store has no database of that name; retrying',
  tls: 'TLS handshake with a store failed; retrying',
};

const refusedCodes = new Set(['28P01', '28000', '18', 'AUTHORIZATION_VIOLATION', 'AUTHENTICATION_EXPIRED']);
/** Postgres: server and credentials are valid, but the database does not exist. */
const noDatabaseCode = '3D000';
const refusedNames = /^(InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|Forbidden|403)$/;
const refusedMessages =
  /^(WRONGPASS|NOAUTH|NOPERM|ERR invalid password)|SASL|Authentication failed|authorization violation/i;
const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_|HOSTNAME_MISMATCH|EPROTO$|INVALID_CA$)/;
const tlsMessages = /does not support SSL|self[- ]signed certificate|secure TLS connection|TLS handshake/i;

/**
 * Logs connection failures of a store: the first one, each change of its kind, a reminder every ten minutes, and the
 * recovery. Wrong credentials, a missing database and TLS failures need an operator, so they are logged as errors; an
 * unreachable store is a warning.
 */
export class ConnectionReport {
  readonly #log: Logger;
  readonly #store: string;
  readonly #now: () => number;
  #reported: { failure: Failure; at: number } | undefined;

  /** `now` returns monotonic milliseconds. */
  constructor(log: Logger, store: string, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#store = store;
    this.#now = now;
  }

  failed(error: unknown): void {
    const { failure, reason } = explainFailure(error);
    const at = this.#now();
    if (this.#reported?.failure === failure && at - this.#reported.at < repeatMs) return;
    this.#reported = { failure, at };
    // Only the reason: driver errors carry the failed command, which may contain the password.
    this.#log[failure === 'unreachable' ? 'warn' : 'error']({ store: this.#store, reason }, messages[failure]);
  }

  connected(): void {
    if (this.#reported) this.#log.info({ store: this.#store }, 'store connection recovered');
    this.#reported = undefined;
  }
}

/** Whether the failure needs an operator: the store is reachable but rejects our credentials, database or TLS. */
export const isRefused = (error: unknown): boolean => explainFailure(error).failure !== 'unreachable';

/** Returns the most actionable failure among the causes of a driver's error, which may itself be generic. */
export function explainFailure(error: unknown): { failure: Failure; reason: string } {
  const all = causesOf(error);
  const refused = all.find(isRefusal);
  if (refused) return { failure: 'credentials', reason: messageOf(refused) };
  const missing = all.find((error) => codeOf(error) === noDatabaseCode);
  if (missing) return { failure: 'database', reason: messageOf(missing) };
  const tls = all.find(isTlsFailure);
  if (tls) return { failure: 'tls', reason: messageOf(tls) };
  return { failure: 'unreachable', reason: messageOf(all.findLast((cause) => messageOf(cause) !== '') ?? error) };
}

const isRefusal = (error: Error): boolean =>
  refusedCodes.has(String(codeOf(error))) || refusedNames.test(error.name) || refusedMessages.test(error.message);

const isTlsFailure = (error: Error): boolean => tlsCodes.test(String(codeOf(error))) || tlsMessages.test(error.message);

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.message || String(codeOf(error) ?? error.name);
};

/** Returns the error and all its causes, outermost first; an error of MongoDB has one for each server. */
function causesOf(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const { cause, reason, chainedError, errors } = error as Error &
    Record<'reason' | 'chainedError' | 'errors', unknown>;
  const inner = [cause, chainedError, ...(Array.isArray(errors) ? errors : []), ...serverErrorsOf(reason)];
  return [error, ...inner.flatMap((one) => causesOf(one, depth + 1))];
}

function serverErrorsOf(reason: unknown): unknown[] {
  if (typeof reason !== 'object' || reason === null || !('servers' in reason)) return [];
  const { servers } = reason;
  return servers instanceof Map ? [...servers.values()].map((server) => server?.error) : [];
}
