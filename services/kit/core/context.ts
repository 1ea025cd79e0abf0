import type { Logger } from 'pino';
import type { InternalTokens } from './actor.ts';
import type { Clock } from './clock.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './span.ts';
import type { TimeLimits } from './time-limits.ts';

/**
 * The runtime context of a service: log, metrics, pools and clock. Services in one process share none of it, so that
 * several can run in the same process.
 */
export interface Context {
  /** The service's name, used in metrics, tokens and consumer names. */
  readonly name: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Undefined without a configured collector; tracing is then off and costs nothing. */
  readonly tracing?: Tracing | undefined;
  readonly clock: Clock;
  readonly timeLimits: TimeLimits;
  readonly tokens: InternalTokens;
  /** Validates responses against their schemas and declared statuses before sending (tests). */
  readonly checkResponses: boolean;
  /** Aborted when the service begins to stop. */
  readonly stopping: AbortSignal;
  /** Returns a new UUID v7 at domain time; ids of one replica sort by creation. */
  newId(): string;
  /** Registers a close function; at stop they run in reverse order of registration. */
  onStop(name: string, close: () => Promise<void> | void): void;
  /** Adds a readiness check: `check` rejects or resolves to false while the dependency is unavailable. */
  readyWhen(name: string, check: () => Promise<boolean>): void;
  /** As `readyWhen`, but for an optional dependency: shown to operators, ignored by readiness. */
  watch(name: string, check: () => Promise<boolean>): void;
}
