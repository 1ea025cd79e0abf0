import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const sources = globSync('{services,gateway}/**/*.ts', { cwd: root })
  .filter((file) => !file.includes('node_modules') && /\.test\.ts$|\/(testing|tests)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Modules that start stores on this machine; the tests of the services also run with containers. */
const starters = /from '[^']*deploy\/(stores|tools\/testing)\//;
/** Address of a store at a default port. */
const fixedAddress = /\b(postgres(ql)?|mongodb|redis|nats):\/\/[^'"`\s]*:(5432|27017|6379|4222)\b/;

test('no test of a service or of the gateway starts a store: all use the servers of the test run', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter(({ text }) => starters.test(text)).map(({ file }) => file)).toEqual([]);
});

test('no test connects to a store at a fixed address', () => {
  const connecting = /\b(openPostgres|openMongo|openRedis|openBus|testStores|BrokerProbe\.open)\(/;
  const fixed = sources.filter(({ text }) => connecting.test(text) && fixedAddress.test(text));
  expect(fixed.map(({ file }) => file)).toEqual([]);
});
