import type { Document } from 'mongodb';
import type { Context } from '../core/context.ts';
import { type Mongo, openMongo } from '../mongo/mongo.ts';
import { until } from './until.ts';

/** The query plan of a command. */
export interface Plan {
  /** The command without its values, to identify it in a failed test. */
  query: string;
  /** COLLSCAN, IXSCAN, SORT and others, unordered. */
  stages: string[];
  /** Number of documents examined. */
  examined: number;
}

/** True for a plan that scans a collection or sorts in memory. */
export const isSlow = ({ stages }: Plan): boolean => stages.includes('COLLSCAN') || stages.includes('SORT');

/** Fields that the driver adds and `explain` rejects. */
const driverFields = new Set(['lsid', '$db', '$clusterTime', 'txnNumber', 'writeConcern', 'readConcern', 'maxTimeMS']);
const explainable = new Set(['find', 'aggregate', 'count', 'distinct', 'update', 'delete', 'findAndModify']);

/** For each method of a store, calls that together send all of its queries. */
export type Calls<S extends object> = { [M in keyof S]: (store: S) => readonly Promise<unknown>[] };

/** Makes the calls, method by method. Throws when a method of the store has no calls. */
export async function callAll<S extends object>(store: S, calls: Calls<S>): Promise<void> {
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(store)))
    if (name !== 'constructor' && !(name in calls)) throw new Error(`the test has no calls for the method ${name}`);
  for (const call of Object.values<Calls<S>[keyof S]>(calls)) await Promise.all(call(store));
}

/** A document database that records its queries. */
export interface ObservedMongo {
  mongo: Mongo;
  /** Waits until all indexes are created, then starts to record commands. */
  observe(): Promise<void>;
  /** Returns the plans of the queries recorded since the last call, one per query shape. */
  plans(): Promise<Plan[]>;
}

/** Opens a database like a service, with monitored commands. */
export async function observeMongo(ctx: Context, url: string): Promise<ObservedMongo> {
  const address = new URL(url);
  address.searchParams.set('monitorCommands', 'true');
  const checks: (() => Promise<boolean>)[] = [];
  const mongo = await openMongo({ ...ctx, readyWhen: (_what, check) => checks.push(check) }, { url: address.href });
  const commands: Document[] = [];
  return {
    mongo,
    async observe() {
      await until(async () => (await Promise.all(checks.map((check) => check()))).every(Boolean), 'it is ready');
      mongo.db.client.on('commandStarted', ({ command, commandName }) => {
        if (explainable.has(commandName)) commands.push(...statementsOf(command));
      });
    },
    async plans() {
      const distinct = new Map(commands.splice(0).map((command) => [shapeOf(command), command]));
      const plans: Plan[] = [];
      for (const [query, command] of distinct) {
        const explained = await mongo.db.command({ explain: command, verbosity: 'executionStats' });
        plans.push({ query, stages: stagesIn(explained), examined: examinedIn(explained) });
      }
      return plans;
    },
  };
}

/** Splits a command of several updates or deletes, since `explain` accepts only single ones. */
function statementsOf(command: Document): Document[] {
  const plain = Object.fromEntries(Object.entries(command).filter(([name]) => !driverFields.has(name)));
  for (const list of ['updates', 'deletes'])
    if (Array.isArray(plain[list]))
      return plain[list].map((statement: Document) => ({ ...plain, [list]: [statement] }));
  return [plain];
}

/** Returns the command without its values: commands that differ only in values have the same plan. */
const shapeOf = (command: Document): string =>
  JSON.stringify(command, (name, value: unknown) => {
    if (name === '$each' || name === '$in' || name === '$nin') return ['…'];
    return typeof value === 'string' && !Object.values(command).includes(value) && !value.startsWith('$') ? '…' : value;
  });

function stagesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'stage' in value && typeof value.stage === 'string' ? [value.stage] : [];
  return [...own, ...Object.values(value).flatMap(stagesIn)];
}

/** Returns the total of the top-level stage; nested stages are included in it. */
function examinedIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if ('totalDocsExamined' in value) return Number(value.totalDocsExamined);
  return Math.max(0, ...Object.values(value).map(examinedIn));
}
