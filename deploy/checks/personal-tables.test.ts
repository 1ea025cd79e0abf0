import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { personalAreaNames } from '@tribus/identity/src/personal-data.ts';
import { definitions } from './definitions.ts';
import { type InExport, personalKitTables, personalTables } from './personal-tables.ts';
import { readTableTypes } from './table-types.ts';

const services = join(import.meta.dirname, '..', '..', 'services');
const entries = Object.entries(personalTables);
const all: [name: string, inExport: InExport][] = [
  ...entries.flatMap(([service, tables]) =>
    Object.entries(tables).map(([table, inExport]): [string, InExport] => [`${service}.${table}`, inExport]),
  ),
  ...Object.entries(personalKitTables).map(([table, inExport]): [string, InExport] => [`kit.${table}`, inExport]),
];

/** The folder of uploaded pictures in the archive, besides the areas. */
const pictures = 'pictures';

test('every table and collection of a service is part of the data export, or stated as left out', () => {
  const stored = definitions.flatMap(({ name, retention }) =>
    Object.keys(retention).map((table) => `${table in personalKitTables ? 'kit' : name}.${table}`),
  );
  expect(all.map(([name]) => name).sort()).toEqual([...new Set(stored)].sort());
});

test('every area of the data export has a table or collection, and every one named exists', () => {
  const named = all.flatMap(([, inExport]) =>
    typeof inExport === 'object' && 'areas' in inExport ? inExport.areas : [],
  );
  expect([...new Set(named)].sort()).toEqual([...personalAreaNames, pictures].sort());
});

test('every table and collection left out of the data export has a reason', () => {
  const unexplained = all.filter(([, each]) => typeof each === 'object' && 'leftOut' in each && each.leftOut === '');
  expect(unexplained).toEqual([]);
});

test('no table or collection stated to be without user ids has a column for them', () => {
  const own = Object.keys(personalTables).map((service) => {
    const [file = ''] = globSync(`${service}/src/store/{tables,retention}.ts`, { cwd: services })
      .toSorted()
      .toReversed();
    return { owner: service, file: join(services, file) };
  });
  const kit = ['postgres/kit-tables.ts', 'mongo/kit-collections.ts'].map((file) => ({
    owner: 'kit',
    file: join(services, 'kit', file),
  }));
  const files = [...own, ...kit];
  const types = readTableTypes(files.map(({ file }) => file));
  const withUsers = new Set(
    files.flatMap(({ owner, file }) =>
      [...(types.get(file) ?? [])].flatMap(([table, columns]) =>
        [...columns].some(([column, { type }]) => isUserColumn(column, type)) ? [`${owner}.${table}`] : [],
      ),
    ),
  );
  expect(withUsers).toContain('identity.blocks');
  expect(withUsers).toContain('messaging.direct_conversations');
  expect(all.filter(([name, inExport]) => inExport === 'noUsers' && withUsers.has(name))).toEqual([]);
});

/** Ids of other objects. */
const otherIds = /^(tribe|post|comment|case|challenge|level|event|store|request|job|message|accessKey)Id$/;

const isUserColumn = (column: string, type: string): boolean =>
  /^string(\[\])?$/.test(type) &&
  (/(Id|Ids|By)$/.test(column) || /^(viewer|people|listedFor|likes|dislikes)$/.test(column)) &&
  !otherIds.test(column);
