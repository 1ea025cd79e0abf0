import { CompiledQuery, type Kysely, type KyselyPlugin } from 'kysely';

interface PlanNode {
  'Index Name'?: string;
  Plans?: PlanNode[];
}

const partsOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(partsOf)];

/**
 * Returns the names of the indexes that Postgres chooses for each statement sent by `work`, in order. The tables need
 * rows and statistics (`analyze`), because small tables are read without an index.
 */
export async function indexesOf<DB>(
  db: Kysely<DB>,
  work: (observed: Kysely<DB>) => Promise<unknown>,
): Promise<string[][]> {
  const statements: CompiledQuery[] = [];
  const observer: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(observer));
  return Promise.all(statements.map((statement) => indexesIn(db, statement)));
}

async function indexesIn<DB>(db: Kysely<DB>, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const explain = CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain);
  return rows.flatMap((row) =>
    row['QUERY PLAN'].flatMap(({ Plan }) => partsOf(Plan).flatMap((part) => part['Index Name'] ?? [])),
  );
}
