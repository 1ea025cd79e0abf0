import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CompiledQuery, sql } from 'kysely';
import {
  type DeletionRuns,
  deleteRest,
  deleteTribe,
  deleteUser,
  earn,
  observe,
  openDeletionRuns,
} from './deletion-runs.ts';

let runs: DeletionRuns;
beforeAll(async () => {
  runs = await openDeletionRuns();
});
afterAll(() => runs.close());

/** A node of a query plan; an index scan without a condition reads the whole index. */
interface PlanNode {
  'Node Type': string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

const partsOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(partsOf)];

const readsAll = (node: PlanNode): boolean =>
  node['Node Type'] === 'Seq Scan' || (/Index.* Scan/.test(node['Node Type']) && node['Index Cond'] === undefined);

/** Returns the plan of a statement when sequential scans are used only without a suitable index. */
function planOf({ sql: text, parameters }: CompiledQuery): Promise<PlanNode[]> {
  return runs.postgres.transaction(async ({ db }) => {
    await sql`set local enable_seqscan = off`.execute(db);
    const explain = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]);
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain);
    return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => partsOf(Plan)));
  });
}

test('no statement of a deletion scans a whole table', async () => {
  const statements = new Map<string, CompiledQuery>();
  const onStatement = (statement: CompiledQuery) => void statements.set(statement.sql, statement);
  const observed = observe(runs, { onStatement, onCommit: () => undefined });
  await earn(runs, { userId: 'author', tribeId: 1, posts: 12, likedBy: ['fan', 'admirer'] });
  for (const kind of ['post', 'comment'] as const) await deleteRest(observed, kind, 'any');
  await deleteUser(observed, 'fan');
  await deleteTribe(observed, 1);
  await earn(runs, { userId: 'author', tribeId: 2, posts: 12 });
  await deleteUser(observed, 'author');

  const plans = await Promise.all(
    [...statements.values()].map(async (statement) => ({ text: statement.sql, parts: await planOf(statement) })),
  );
  expect(plans.filter(({ parts }) => parts.some(readsAll)).map(({ text }) => text)).toEqual([]);
  const ofContributions = plans.filter(({ text }) => /from contributions\s+where (\w+) = /.test(text));
  expect(ofContributions.map(({ text }) => /where (\w+) = /.exec(text)?.[1]).toSorted()).toEqual([
    'comment_id',
    'giver_id',
    'post_id',
    'tribe_id',
    'user_id',
  ]);
});
