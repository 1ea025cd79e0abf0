import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { definitionOf } from './definitions.ts';

const root = join(import.meta.dirname, '..', '..');
const drivers = { postgres: 'pg', mongodb: 'mongodb', redis: 'ioredis', nats: 'nats' } as const;

/** Returns a script that loads a file and prints the drivers it loaded. */
const loading = (file: string) => `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const [, name] = /node_modules\\/(pg|mongodb|ioredis|nats|graphile-worker|@aws-sdk)\\//.exec(found.url) ?? [];
      if (name) loaded.add(name);
      return found;
    },
  });
  await import(${JSON.stringify(file)});
  process.stdout.write([...loaded].sort().join(' '));
  process.exit();`;

// The driver of the job worker is loaded only when a service with Postgres opens.
test.each([
  ['tribes', 'services/tribes'],
  ['messaging', 'services/messaging'],
  ['gateway', 'gateway'],
])('%s loads exactly the drivers of its own stores', async (name, folder) => {
  const args = ['--no-warnings', '--input-type=module', '--eval', loading(join(root, folder, 'src/service.ts'))];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  const own = Object.entries(drivers).flatMap(([store, driver]) =>
    definitionOf(name).stores.some((kind) => kind === store) ? [driver] : [],
  );
  expect(stdout.split(' ')).toEqual(own.sort());
});
