import pg from 'pg';
import { currentRequest } from '../core/request-context.ts';

/**
 * The statements that requests of visitors have Postgres do in this process while `work` runs: what an answer costs, whatever
 * else a machine does. The jobs that such a request asks for are the service's own and do not count.
 */
export async function statementsOfVisitors<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: [string | { text: string }]) {
    const [asked] = given;
    if (currentRequest()?.actor.kind === 'visitor') statements.push(typeof asked === 'string' ? asked : asked.text);
    return Reflect.apply(query, this, given);
  };
  try {
    return { result: await work(), statements };
  } finally {
    pg.Client.prototype.query = query;
  }
}
