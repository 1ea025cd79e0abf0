import type { Document } from 'mongodb';
import type { Context } from '../core/context.ts';
import { type Mongo, openMongo } from '../mongo/mongo.ts';
import { until } from './until.ts';

/** How the server would carry out a command that was sent to it. */
export interface Plan {
  /** The command in short, to be recognised in a failed test. */
  query: string;
  /** COLLSCAN, IXSCAN, SORT and their like, in no order. */
  stages: string[];
  /** How many documents are read by it now. */
  examined: number;
}

/** Reads all documents, or puts all that were found in order before the first is given. */
export const isSlow = ({ stages }: Plan): boolean => stages.includes('COLLSCAN') || stages.includes('SORT');

/** Fields that the driver adds and that `explain` does not take. */
const ofTheDriver = new Set(['lsid', '$db', '$clusterTime', 'txnNumber', 'writeConcern', 'readConcern', 'maxTimeMS']);
const searching = new Set(['find', 'aggregate', 'count', 'distinct', 'update', 'delete', 'findAndModify']);

/** What each method of a store is called with to send all the queries it may send. */
export type Calls<S extends object> = { [M in keyof S]: (store: S) => readonly Promise<unknown>[] };

/** Makes the calls, method after method. Throws when the store has a method that none of them calls. */
export async function callAll<S extends object>(store: S, calls: Calls<S>): Promise<void> {
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(store)))
    if (name !== 'constructor' && !(name in calls)) throw new Error(`say in this test how ${name} is called`);
  for (const call of Object.values<Calls<S>[keyof S]>(calls)) await Promise.all(call(store));
}

/** A document database that tells how it carries out what is asked of it. */
export interface ObservedMongo {
  mongo: Mongo;
  /** Waits until all indexes are made; what is sent from then on is gathered. */
  observe(): Promise<void>;
  /** Of all queries gathered since the last call, those of the same shape once. */
  plans(): Promise<Plan[]>;
}

/** Opens a database as a service does. */
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
        if (searching.has(commandName)) commands.push(...statementsOf(command));
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

/** A command of several updates or deletes as one for each: no others are explained. */
function statementsOf(command: Document): Document[] {
  const plain = Object.fromEntries(Object.entries(command).filter(([name]) => !ofTheDriver.has(name)));
  for (const list of ['updates', 'deletes'])
    if (Array.isArray(plain[list]))
      return plain[list].map((statement: Document) => ({ ...plain, [list]: [statement] }));
  return [plain];
}

/** Commands that differ in their values only have the same plan. */
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

/** The total at the top of what was executed; its parts stand below it. */
function examinedIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if ('totalDocsExamined' in value) return Number(value.totalDocsExamined);
  return Math.max(0, ...Object.values(value).map(examinedIn));
}
