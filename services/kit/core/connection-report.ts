import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import { codeOf } from './errors.ts';

/** How often a failure that lasts is said again. */
const repeatMs = 10 * 60 * 1000;

type Failure = 'unreachable' | 'credentials' | 'database' | 'tls';

/** What operators look for in the log; `store` and `reason` are fields of the line. */
const sentences: Readonly<Record<Failure, string>> = {
  unreachable: 'cannot connect to a store; trying again',
  credentials: 'a store refused the user or the password; trying again',
  database: 'a store has no database of that name; trying again',
  tls: 'TLS with a store failed; trying again',
};

const refusedCodes = new Set(['28P01', '28000', '18', 'AUTHORIZATION_VIOLATION', 'AUTHENTICATION_EXPIRED']);
/** Postgres: the server and the user are well, but nobody has made the database. */
const noDatabaseCode = '3D000';
const refusedNames = /^(InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|Forbidden|403)$/;
const refusedMessages =
  /^(WRONGPASS|NOAUTH|NOPERM|ERR invalid password)|SASL|Authentication failed|authorization violation/i;
const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_|HOSTNAME_MISMATCH|EPROTO$|INVALID_CA$)/;
const tlsMessages = /does not support SSL|self[- ]signed certificate|secure TLS connection|TLS handshake/i;

/**
 * Tells operators of a store that cannot be reached: at the first failure, when its kind changes, every ten minutes
 * while it lasts, and once when the store is reached. Wrong credentials, a database that does not exist and failures of
 * TLS do not end by waiting, so they are errors; a store that does not answer is a warning.
 */
export class ConnectionReport {
  readonly #log: Logger;
  readonly #store: string;
  readonly #now: () => number;
  #said: { failure: Failure; at: number } | undefined;

  /** `now` is in milliseconds and never goes back. */
  constructor(log: Logger, store: string, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#store = store;
    this.#now = now;
  }

  failed(error: unknown): void {
    const { failure, reason } = explainFailure(error);
    const at = this.#now();
    if (this.#said?.failure === failure && at - this.#said.at < repeatMs) return;
    this.#said = { failure, at };
    // Only the reason: errors of drivers carry the command that failed, and the password in it.
    this.#log[failure === 'unreachable' ? 'warn' : 'error']({ store: this.#store, reason }, sentences[failure]);
  }

  connected(): void {
    if (this.#said) this.#log.info({ store: this.#store }, 'connected to a store that was away');
    this.#said = undefined;
  }
}

/** Whether a store answers, but not to us as we are: waiting alone does not help. */
export const isRefused = (error: unknown): boolean => explainFailure(error).failure !== 'unreachable';

/** Looks for the failure that an operator can mend first: the error of a driver may only say that nothing was found. */
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

/** The error and all it names as its cause, outermost first; MongoDB's names one for each server. */
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
