import type { RequestListener } from 'node:http';
import type { ServiceDefinition as GrpcDefinition } from '@grpc/grpc-js';
import type { Environment } from '../core/config.ts';
import type { Context } from '../core/context.ts';
import type { Catalogue } from '../core/errors.ts';
import { startLoop } from '../core/loop.ts';
import { type AnyRetention, mergeStoredData, type StoredData } from '../core/retention.ts';
import {
  listVariables,
  readSettings,
  type Setting,
  type Settings,
  text,
  toVariableName,
  type Variable,
} from '../core/settings.ts';
import { streamOf } from '../events/events.ts';
import type { EventHandlers } from '../events/handlers.ts';
import { replayCommand } from '../events/relay.ts';
import { connect } from '../grpc/client.ts';
import { GrpcServer } from '../grpc/server.ts';
import { createHttpApp } from '../http/app.ts';
import { Cursors } from '../http/cursor.ts';
import { type Route, Routes } from '../http/routes.ts';
import type { Job } from '../jobs/definition.ts';
import type { Migrating } from '../postgres/migrate.ts';
import { MediaUrls } from '../storage/signed-url.ts';
import type {
  BuildContext,
  Command,
  LocalContext,
  LoopSpec,
  Peers,
  ServiceDefinition,
  ServiceEvents,
  Stores,
} from './definition.ts';
import { type ProcessConfig, processSettings } from './process-settings.ts';
import type { AddressedStore, EventStore, OpenStore, StoreKind } from './store.ts';
import { unstarted } from './unstarted.ts';

/** A service that can be started, with its declarations. */
export interface Service {
  readonly name: string;
  /** The peers it calls. */
  readonly peers: readonly string[];
  readonly stores: readonly StoreKind[];
  /** The absolute path of the folder of its migrations, if a store has migrations. */
  readonly migrations: string | undefined;
  /** Retention of each table or collection of its stores. */
  readonly retention: AnyRetention;
  /** Its data outside of tables and collections. */
  readonly data: StoredData;
  /** All environment variables of its process. */
  readonly variables: readonly Variable[];
  readonly errors: Catalogue;
  /** Returns its routes without dependencies; their handlers throw. */
  declaredRoutes(): readonly Route[];
  /** Whether it checks the current actor of a late body. */
  readonly findsCurrentActor: boolean;
  /** Returns the types of handled events, without the subscriptions of single replicas for caches and streams. */
  handledEvents(): readonly string[];
  /** Returns its jobs without dependencies; their work throws. */
  declaredJobs(): readonly Job[];
  /** Reads its settings; adds invalid ones to `env.problems`. */
  configure(env: Environment): ConfiguredService;
}

export interface ConfiguredService {
  process: ProcessConfig;
  open(ctx: Context): Promise<OpenedService>;
  /** Migrates the stores and opens nothing else. */
  migrate(ctx: Migrating): Promise<void>;
}

/** The listeners and commands of an open service. */
export interface OpenedService {
  http: RequestListener;
  /** Serves the calls of peers. */
  rpc?: GrpcServer;
  /** Sub-commands of the process, e.g. `replay`. */
  commands: Record<string, Command>;
}

export function defineService<
  R extends GrpcDefinition,
  D,
  P extends Peers = Record<never, never>,
  S extends Stores = Record<never, never>,
  C extends Settings = Record<never, never>,
>(definition: ServiceDefinition<P, S, C, R, D>): Service {
  const { name, peers = {}, httpPort, errors, routes, files } = definition;
  const stores: Stores = definition.stores ?? {};
  const settings: Settings = definition.settings ?? {};
  const own = [...Object.values(settings), ...(httpPort ? [httpPort] : [])];
  const addresses = Object.values(addressSettings(peers));
  return {
    name,
    peers: Object.keys(peers),
    stores: Object.values(stores).map(({ kind }) => kind),
    migrations: Object.values(stores).find((store) => store.migrations)?.migrations,
    retention: Object.assign({}, ...Object.values(stores).map((store) => store.retention)),
    data: mergeStoredData([...Object.values(stores).map(({ data }) => data), files && { file: files }]),
    variables: listVariables([...Object.values(processSettings), ...Object.values(stores), ...addresses, ...own]),
    errors: errors?.catalogue ?? {},
    findsCurrentActor: definition.currentActor !== undefined,
    declaredRoutes: () => routes?.(unstarted(name) as D).list ?? [],
    handledEvents: () => handledBy(definition),
    declaredJobs: () => definition.jobs?.(unstarted(name) as D) ?? [],
    configure: (env) => configure(definition, env),
  };
}

function addressSettings(peers: Peers): Record<string, Setting<string>> {
  const setting = (peer: string) =>
    text(toVariableName(peer, 'GRPC'), { about: `The gRPC address of ${peer}, as host:port.`, wired: true });
  return Object.fromEntries(Object.keys(peers).map((peer) => [peer, setting(peer)]));
}

/** The parsed environment of a service. */
interface Configuration {
  secret: string;
  /** By the names of the definition. */
  stores: readonly (readonly [string, AddressedStore<unknown>])[];
  addresses: Record<string, string>;
  config: unknown;
}

function configure<P extends Peers, S extends Stores, C extends Settings, R extends GrpcDefinition, D>(
  definition: ServiceDefinition<P, S, C, R, D>,
  env: Environment,
): ConfiguredService {
  const { peers = {}, settings = {}, httpPort } = definition;
  const stores: Stores = definition.stores ?? {};
  const process = readSettings(env, processSettings);
  if (httpPort) process.httpPort = httpPort.read(env);
  const configuration: Configuration = {
    secret: process.internalTokenSecret,
    stores: Object.entries(stores).map(([key, store]) => [key, store.read(env)] as const),
    addresses: readSettings(env, addressSettings(peers)),
    config: readSettings(env, settings),
  };
  return {
    process,
    open: (ctx) => openService(definition, ctx, configuration),
    async migrate(ctx) {
      for (const [, store] of configuration.stores) await store.migrate?.(ctx);
    },
  };
}

/** Opens the stores in order, builds the service, and starts its consumer, jobs and loops. */
async function openService<P extends Peers, S extends Stores, C extends Settings, R extends GrpcDefinition, D>(
  definition: ServiceDefinition<P, S, C, R, D>,
  ctx: Context,
  configuration: Configuration,
): Promise<OpenedService> {
  const stores = new Map<string, OpenStore<unknown>>();
  for (const [key, store] of configuration.stores) stores.set(key, await store.open(ctx));
  const context = buildContext(definition, ctx, configuration, stores);
  const deps = await definition.build(context);
  const { rpc, events, jobs, loops } = definition;

  const commands: OpenedService['commands'] = { ...definition.commands?.(deps) };
  const { bus } = findStore(stores, (store) => store.bus !== undefined);
  const { events: eventStore } = findStore(stores, (store) => store.events !== undefined);
  const { startJobs } = findStore(stores, (store) => store.startJobs !== undefined);
  if (bus && eventStore) commands.replay = replayCommand(eventStore.startRelay(bus));
  if (events) {
    if (!bus || !eventStore) throw new Error(`${ctx.name} handles events, but declares no bus or no store for them`);
    const handlers = handlersOf(events, context, deps);
    if (startJobs) refuseOwnEvents(ctx.name, [...handlers.on, ...handlers.after]);
    // HandlerContext guarantees that the handlers match this store.
    eventStore.startConsumer(bus, handlers as EventHandlers<unknown>);
  }
  if (jobs && !startJobs) throw new Error(`${ctx.name} has jobs, but declares no store for them`);
  startJobs?.(jobs?.(deps) ?? []);
  for (const loop of loops?.(deps) ?? []) runLoop(ctx, loop, eventStore);
  return {
    http: openHttp(definition, ctx, deps),
    ...(rpc && { rpc: new GrpcServer(ctx).serve(rpc.service, rpc.handlers(deps)) }),
    commands,
  };
}

function openHttp<P extends Peers, S extends Stores, C extends Settings, R extends GrpcDefinition, D>(
  { errors, routes, currentActor, http }: ServiceDefinition<P, S, C, R, D>,
  ctx: Context,
  deps: D,
): RequestListener {
  if (http) return http(deps);
  const catalogue = errors?.catalogue ?? {};
  return createHttpApp(ctx, routes?.(deps) ?? new Routes(), { catalogue, currentActor: currentActor?.(deps) });
}

function buildContext<P extends Peers, S extends Stores, C extends Settings, R extends GrpcDefinition, D>(
  { peers = {} as P }: ServiceDefinition<P, S, C, R, D>,
  ctx: Context,
  { secret, addresses, config }: Configuration,
  stores: ReadonlyMap<string, OpenStore<unknown>>,
): BuildContext<P, S, C> {
  const clients = Object.entries(peers).map(([peer, contract]) => [
    peer,
    connect(ctx, contract, peer, addresses[peer] ?? ''),
  ]);
  return {
    ...Object.fromEntries([...stores].map(([key, { value }]) => [key, value])),
    ctx,
    config,
    peers: Object.fromEntries(clients),
    secret,
    cursors: new Cursors(secret),
    urls: new MediaUrls(secret),
    // The keys are those of the definition, as in the type.
  } as BuildContext<P, S, C>;
}

/** Removes the peers from the context of `on`, as its type does. */
function handlersOf<P extends Peers, S extends Stores, C extends Settings, D>(
  { on, after }: ServiceEvents<P, S, C, D>,
  context: BuildContext<P, S, C>,
  deps: D,
) {
  const { peers, ...local } = context;
  const handlers = on?.(local as unknown as LocalContext<S, C>) ?? [];
  return {
    on: handlers.flatMap((handler) => (typeof handler === 'function' ? handler(peers) : [handler])),
    after: after?.(deps) ?? [],
  };
}

/** Returns the types of handled events. Handlers use their context only for an event, so placeholders suffice. */
function handledBy<P extends Peers, S extends Stores, C extends Settings, R extends GrpcDefinition, D>({
  name,
  events = {},
}: ServiceDefinition<P, S, C, R, D>): string[] {
  const { on, after } = handlersOf(events, { peers: unstarted(name) } as BuildContext<P, S, C>, unstarted(name) as D);
  return [...on, ...after].map(({ type }) => type);
}

/** Throws for a handler of the service's own events, which should be a job instead (docs/decisions/0014). */
function refuseOwnEvents(name: string, handlers: readonly { type: string }[]): void {
  const own = handlers.find(({ type }) => streamOf(type) === streamOf(name));
  if (own)
    throw new Error(`${name} handles ${own.type}, which it emits itself: enqueue a job in the transaction instead`);
}

const findStore = (
  stores: ReadonlyMap<string, OpenStore<unknown>>,
  matches: (store: OpenStore<unknown>) => boolean,
): Partial<OpenStore<unknown>> => [...stores.values()].find(matches) ?? {};

function runLoop(ctx: Context, { what, everyMs, work, onEmitted }: LoopSpec, eventStore?: EventStore<unknown>): void {
  const loop = startLoop(ctx, what, everyMs, work);
  ctx.onStop(what, () => loop.stop());
  if (onEmitted)
    eventStore?.onEmitted((events) => {
      if (events.some(onEmitted)) loop.wake();
    });
}
