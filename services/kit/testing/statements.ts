import pg from 'pg';
import { currentRequest } from '../core/request-context.ts';

/**
 * Returns the Postgres statements executed for requests of visitors in this process while `work` runs: the cost of a
 * response, independent of the machine's load. Jobs enqueued by such requests have the service as actor and do not
 * count.
 */
export async function statementsOfVisitors<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: [string | { text: string }]) {
    const [statement] = args;
    if (currentRequest()?.actor.kind === 'visitor')
      statements.push(typeof statement === 'string' ? statement : statement.text);
    return Reflect.apply(query, this, args);
  };
  try {
    return { result: await work(), statements };
  } finally {
    pg.Client.prototype.query = query;
  }
}
