import type { RequestListener } from 'node:http';
import type { ServiceDefinition as GrpcDefinition } from '@grpc/grpc-js';
import type { Context } from '../core/context.ts';
import type { Catalogue } from '../core/errors.ts';
import type { Families } from '../core/retention.ts';
import type { Setting, Settings, SettingValues } from '../core/settings.ts';
import type { EmittedEvent, EventMetadata } from '../events/events.ts';
import type { EventHandler, PreparedHandlers } from '../events/handlers.ts';
import type { Calls } from '../grpc/client.ts';
import type { Handlers } from '../grpc/server.ts';
import type { Cursors } from '../http/cursor.ts';
import type { Routes } from '../http/routes.ts';
import type { FindCurrentActor } from '../http/sender.ts';
import type { Job } from '../jobs/definition.ts';
import type { MediaUrls } from '../storage/signed-url.ts';
import type { Store } from './store.ts';

/** The peers that a service calls, with their contracts: `{ identity: IdentityServiceService }`. */
export type Peers = Readonly<Record<string, GrpcDefinition>>;
/** The stores of a service by their names in `BuildContext`; opened in this order. */
export type Stores = Readonly<Record<string, Store<unknown>>>;

type PeerCalls<P extends Peers> = { [K in keyof P]: Calls<P[K]> };

/** The input of `build`: the declared stores, peers and settings, opened, and the context common to all services. */
export type BuildContext<P extends Peers, S extends Stores, C extends Settings> = LocalContext<S, C> & {
  peers: PeerCalls<P>;
};

/** `BuildContext` without the peers, for code that must not call any. */
export type LocalContext<S extends Stores, C extends Settings> = {
  ctx: Context;
  config: SettingValues<C>;
  /** The secret shared by all our processes, for values that other services verify. */
  secret: string;
  cursors: Cursors;
  urls: MediaUrls;
} & { [K in keyof S]: S[K] extends Store<infer T> ? T : never };

/** The second argument of an event handler, supplied by the store that saves events. */
type HandlerContext<S extends Stores> = {
  [K in keyof S]: S[K] extends Store<unknown, infer C> ? (unknown extends C ? never : C) : never;
}[keyof S];

/** The event handlers of a service, by kind. */
export interface ServiceEvents<P extends Peers, S extends Stores, C extends Settings, D> {
  /**
   * The handlers of `on`, `onBatch` and `onPrepared`. They have no access to peers, so that none can call one inside
   * its transaction; only `prepare` receives the peers.
   */
  on?: (
    local: LocalContext<S, C>,
  ) => readonly (EventHandler<HandlerContext<S>, 'on'> | PreparedHandlers<HandlerContext<S>, PeerCalls<P>>)[];
  after?: (deps: D) => readonly EventHandler<EventMetadata, 'after'>[];
}

/**
 * A sub-command of a service's process (`main.ts move-objects`). Receives the arguments after its name and resolves to
 * the text to print. The service runs during the command; a long command ends soon after `ctx.stopping`.
 */
export type Command = (args: readonly string[]) => Promise<string>;

/** Periodic work of every replica of a service. Work to be done once for all replicas is a job. */
export interface LoopSpec {
  /** The name of the loop in the log. */
  what: string;
  everyMs: number;
  work: () => Promise<void>;
  /** Also runs after a commit of this replica with an event for which this returns true. */
  onEmitted?: (event: EmittedEvent) => boolean;
}

/**
 * The declaration of a service in its `service.ts`. The kit opens stores and peers, passes them to `build`, and passes
 * its result (`D`) to the other functions. `routes` and `jobs` are also called without a running service, to generate
 * the contract and to check the declarations, so they must not use `deps` outside of handlers.
 */
export interface ServiceDefinition<P extends Peers, S extends Stores, C extends Settings, R extends GrpcDefinition, D> {
  /** Used in metrics, tokens, consumers and addresses. */
  name: string;
  peers?: P;
  stores?: S;
  /** The files that the service writes, by path; a test refuses others. */
  files?: Families;
  /** The service's own settings, in addition to those of stores, peers and every process. */
  settings?: C;
  /** The HTTP port, when its variable is not `HTTP_PORT`. */
  httpPort?: Setting<number>;
  errors?: { catalogue: Catalogue };
  build: (context: BuildContext<P, S, C>) => D | Promise<D>;
  routes?: (deps: D) => Routes;
  /** Returns an actor's current state for a late JSON body; required when routes have one (docs/decisions/0026). */
  currentActor?: (deps: D) => FindCurrentActor;
  /** The HTTP listener of a process without declared routes. */
  http?: (deps: D) => RequestListener;
  rpc?: { service: R; handlers: (deps: D) => Handlers<R> };
  events?: ServiceEvents<P, S, C, D>;
  /** Durable and scheduled work, stored in the service's Postgres. */
  jobs?: (deps: D) => readonly Job[];
  loops?: (deps: D) => readonly LoopSpec[];
  /** Sub-commands of the process by name, in addition to those of the kit. */
  commands?: (deps: D) => Readonly<Record<string, Command>>;
}
