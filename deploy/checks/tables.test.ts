import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { toCamelCase, toSnakeCase } from '@tribus/kit/postgres/column-names.ts';
import { migrate } from '@tribus/kit/postgres/migrate.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import pg from 'pg';
import { definitionOf } from './definitions.ts';
import { documents } from './document.ts';
import { type DeclaredColumn, type DeclaredTables, readTableTypes } from './table-types.ts';

/**
 * Compares the table types, against which the compiler checks every query, with the migrated tables of each service
 * that has migrations.
 */

const services = join(import.meta.dirname, '..', '..', 'services');
const kitFile = join(services, 'kit', 'postgres', 'kit-tables.ts');

const databases = globSync('*/migrations/0001-*.sql', { cwd: services }).map((migration) => {
  const [service = ''] = migration.split('/');
  const declaring = globSync(`${service}/src/**/*.ts`, { cwd: services }).filter((file) =>
    /^export interface \w+Db \{/m.test(readFileSync(join(services, file), 'utf8')),
  );
  return { service, declaring };
});

/** A column of the database. */
interface Column {
  table: string;
  column: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

const codeTypes = new Map([
  ['text', 'string'],
  ['uuid', 'string'],
  ['tsvector', 'string'],
  ['date', 'string'],
  ['smallint', 'number'],
  ['integer', 'number'],
  ['bigint', 'number'],
  ['real', 'number'],
  ['double precision', 'number'],
  ['boolean', 'boolean'],
  ['timestamp with time zone', 'Date'],
  ['bytea', 'Uint8Array'],
]);

/** Columns of a table by which an index finds rows: the first of each index that is not partial in another column. */
interface Indexed {
  table: string;
  column: string;
}

let stores: TestStores;
let declared: Map<string, DeclaredTables>;
const ctx = testContext('tables');

beforeAll(async () => {
  stores = await testStores();
  declared = readTableTypes([kitFile, ...databases.map(({ declaring }) => fileOf(declaring))]);
});

afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

test('every service with a Postgres database declares its tables in one file', () => {
  expect(databases.length).toBeGreaterThan(4);
  expect(databases.filter(({ declaring }) => declaring.length !== 1)).toEqual([]);
});

test('a set of the API is declared once: no column repeats it', () => {
  const written = databases.flatMap(({ service, declaring }) => {
    const ofApi = new Set(enumsIn(documents.get(service)));
    const unions = readFileSync(fileOf(declaring), 'utf8').matchAll(/(?:: |= |\| )'\w+'(?: \| '\w+')+/g);
    return [...unions].map(([union]) => literalsIn(union).join()).filter((set) => ofApi.has(set));
  });
  expect(written).toEqual([]);
});

describe.each(databases)('$service', ({ service, declaring }) => {
  test('declares its tables as its migrations create them', async () => {
    const { columns, sets } = await schemaOf(service);
    const tables = new Map([...tablesIn(kitFile), ...tablesIn(fileOf(declaring))]);
    const expected = [...tables].flatMap(([table, columns]) =>
      [...columns.keys()].map((column) => `${table}.${column}`),
    );
    expect(columns.map(({ table, column }) => `${toCamelCase(table)}.${toCamelCase(column)}`).sort()).toEqual(
      expected.sort(),
    );
    const problems = columns.flatMap((column) => {
      const type = tables.get(toCamelCase(column.table))?.get(toCamelCase(column.column));
      return type ? problemsOf(column, type, sets.get(`${column.table}.${column.column}`)) : [];
    });
    expect(problems).toEqual([]);
  });

  test('declares the retention of every table of its libraries', async () => {
    const { libraryTables } = await schemaOf(service);
    const declared = Object.keys(definitionOf(service).data['library table'] ?? {});
    expect(libraryTables.sort()).toEqual(declared.sort());
  });

  test('declares the retention of every table, and finds expired rows by an index', async () => {
    const { columns, indexed } = await schemaOf(service);
    const { retention, declaredJobs } = definitionOf(service);
    expect(Object.keys(retention).sort()).toEqual([...new Set(columns.map(({ table }) => toCamelCase(table)))].sort());
    const scheduled = declaredJobs().flatMap(({ definition: { name, schedule } }) => (schedule ? [name] : []));
    const problems = Object.entries(retention).flatMap(([name, rule]) => {
      if ('until' in rule) return rule.until === '' ? [`${name}: says nothing`] : [];
      const [table, column] = [toSnakeCase(name), toSnakeCase(rule.since)];
      const type = columns.find((each) => each.table === table && each.column === column)?.type ?? 'nothing';
      return [
        ...(['date', 'timestamp with time zone'].includes(type) ? [] : [`${name}: ${rule.since} is ${type}`]),
        ...(indexed.some((each) => each.table === table && each.column === column) ? [] : [`${name}: no index`]),
        ...(!rule.by || scheduled.includes(rule.by) ? [] : [`${name}: no job ${rule.by} is run by a schedule`]),
      ];
    });
    expect(problems).toEqual([]);
  });
});

const fileOf = ([file = '']: readonly string[]): string => join(services, file);

function tablesIn(file: string): DeclaredTables {
  return declared.get(file) ?? new Map();
}

function problemsOf(column: Column, type: DeclaredColumn, set: string[] | undefined): string[] {
  const name = `${column.table}.${column.column}`;
  const { isNullable, isGenerated, values } = type;
  const differs = (what: string, database: unknown, code: unknown): string[] =>
    database === code ? [] : [`${name}: ${what} is ${database} in the database, ${code} in the code`];
  return [
    ...(toSnakeCase(toCamelCase(column.column)) === column.column ? [] : [`${name}: no code can name this column`]),
    ...differs('null', column.isNullable, isNullable),
    ...(isGenerated && !column.hasDefault ? [`${name}: Generated in the code, without a default in the database`] : []),
    ...(column.type === 'jsonb' ? [] : differs('type', codeTypeOf(column.type), type.type)),
    ...(set ? differs('the set', set.join(), values?.join()) : []),
  ];
}

function codeTypeOf(type: string): string | undefined {
  const element = type.replace(/\[\]$/, '');
  const known = codeTypes.get(element);
  return known && (element === type ? known : `${known}[]`);
}

/** Result of all migrations: columns, value sets of single-column checks, and first columns of indexes. */
interface Schema {
  columns: Column[];
  sets: Map<string, string[]>;
  indexed: Indexed[];
  /** The tables that are not declared as types of code, with their schema. */
  libraryTables: string[];
}

const schemas = new Map<string, Promise<Schema>>();

function schemaOf(service: string): Promise<Schema> {
  const known = schemas.get(service) ?? migrated(join(services, service, 'migrations'));
  schemas.set(service, known);
  return known;
}

async function migrated(migrations: string): Promise<Schema> {
  const url = await stores.database();
  await migrate(ctx, url, migrations);
  const client = new pg.Client(url);
  await client.connect();
  try {
    const columns = await client.query<Column>(`
      SELECT relname AS table, attname AS column, format_type(atttypid, atttypmod) AS type,
        NOT attnotnull AS "isNullable", atthasdef OR attidentity <> '' AS "hasDefault"
      FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
        AND relname NOT IN ('migrations', 'kit_migrations')`);
    const libraries = await client.query<{ name: string }>(`
      SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'public')
        OR (schemaname = 'public' AND tablename IN ('migrations', 'kit_migrations'))`);
    const checks = await client.query<{ table: string; condition: string }>(`
      SELECT conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS condition
      FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace`);
    const indexed = await client.query<Indexed>(`
      SELECT indrelid::regclass::text AS table, attname AS column
      FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
      WHERE indpred IS NULL OR pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)`);
    return {
      columns: columns.rows,
      sets: new Map(checks.rows.flatMap(setOf)),
      indexed: indexed.rows,
      libraryTables: libraries.rows.map(({ name }) => name),
    };
  } finally {
    await client.end();
  }
}

/**
 * Returns the value set that a check lists for one column: Postgres saves `IN` with one or several values differently.
 */
function setOf({ table, condition }: { table: string; condition: string }): [string, string[]][] {
  const [, column, list] =
    /^CHECK \(\((\w+) = (?:ANY \(ARRAY\[([^\]]*)\]\)|('[^']*'::text))\)\)$/.exec(condition) ?? [];
  if (column) return [[`${table}.${column}`, literalsIn(list ?? condition)]];
  if (/= ANY \(/.test(condition)) throw new Error(`no set can be read from the check of ${table}: ${condition}`);
  return [];
}

/** Returns each value set in a part of a document, as a sorted list. */
function enumsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const values: unknown = 'enum' in part ? part.enum : undefined;
  const own = Array.isArray(values)
    ? [
        values
          .filter((value) => value !== null)
          .sort()
          .join(),
      ]
    : [];
  return [...own, ...Object.values(part).flatMap(enumsIn)];
}

const literalsIn = (text: string): string[] => [...text.matchAll(/'([^']*)'/g)].map(([, value = '']) => value).sort();
