import type { Environment } from '../core/config.ts';
import type { Context } from '../core/context.ts';
import type { AnyRetention, StoredData } from '../core/retention.ts';
import type { Variable } from '../core/settings.ts';
import type { Bus } from '../events/broker.ts';
import type { EmittedEvent } from '../events/events.ts';
import type { EventHandlers } from '../events/handlers.ts';
import type { Relay } from '../events/relay.ts';
import type { Job } from '../jobs/definition.ts';
import type { Migrating } from '../postgres/migrate.ts';

/** The kinds of stores, by their names for operators. */
export type StoreKind = 'postgres' | 'mongodb' | 'redis' | 'nats' | 's3';

/**
 * A store declared by a service: `postgres: postgresStore<TribesDb>(…)`. Only declared stores load their drivers. `T`
 * is the store's interface, `C` the context passed to event handlers.
 */
export interface Store<T, C = unknown> {
  readonly kind: StoreKind;
  readonly variables: readonly Variable[];
  /** The absolute path of the folder of the service's migrations, if any. */
  readonly migrations?: string;
  /** Retention of each table or collection, including the kit's own. */
  readonly retention?: AnyRetention;
  /** Data that is stored outside of these tables and collections. */
  readonly data?: StoredData;
  /** Reads its address without opening it. */
  read(env: Environment): AddressedStore<T, C>;
}

export interface AddressedStore<T, C = unknown> {
  /** Opens the store and registers its close function and readiness check. */
  open(ctx: Context): Promise<OpenStore<T, C>>;
  /** Applies its migrations. */
  migrate?(ctx: Migrating): Promise<void>;
}

export interface OpenStore<T, C = unknown> {
  value: T;
  /** The outbox and inbox, if the store has them. */
  events?: EventStore<C>;
  /** Runs the service's jobs and the store's own, if the store has a job queue. */
  startJobs?(jobs: readonly Job[]): void;
  /** The event bus, if this is it. */
  bus?: Bus;
}

export interface EventStore<C> {
  startRelay(bus: Bus): Relay;
  startConsumer(bus: Bus, handlers: EventHandlers<C>): void;
  /** Calls `listener` with the events of each commit, at about its time. */
  onEmitted(listener: (events: readonly EmittedEvent[]) => void): void;
}
