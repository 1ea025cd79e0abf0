import pg from 'pg';
import { currentRequest } from '../core/request-context.ts';

/** The result of a work, and the statements that it executed. */
interface Executed<T> {
  result: T;
  statements: string[];
}

export const statementsOfVisitors = <T>(work: () => Promise<T>): Promise<Executed<T>> => statementsOf('visitor', work);
export const statementsOfUsers = <T>(work: () => Promise<T>): Promise<Executed<T>> => statementsOf('user', work);

/**
 * Returns the Postgres statements executed for requests of visitors or users in this process while `work` runs: the
 * cost of a response, independent of the machine's load. Jobs enqueued by such requests have the service as actor and
 * do not count.
 */
async function statementsOf<T>(kind: 'visitor' | 'user', work: () => Promise<T>): Promise<Executed<T>> {
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: [string | { text: string }]) {
    const [statement] = args;
    if (currentRequest()?.actor.kind === kind)
      statements.push(typeof statement === 'string' ? statement : statement.text);
    return Reflect.apply(query, this, args);
  };
  try {
    return { result: await work(), statements };
  } finally {
    pg.Client.prototype.query = query;
  }
}
