import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { defineService } from '../service/service.ts';
import type { Store } from '../service/store.ts';
import { postgresAddress } from '../service/store-addresses.ts';
import { openServiceBench } from './bench.ts';
import type { TestStores } from './stores.ts';

const isReachable = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

test('a bench whose service does not start fails with the reason and leaves no server open', async () => {
  const seen = { url: '', wasReachable: false, dropped: false };
  const broken: Store<null> = {
    kind: 'postgres',
    variables: postgresAddress.variables,
    read(env) {
      seen.url = postgresAddress.read(env);
      return {
        async open() {
          seen.wasReachable = await isReachable(seen.url);
          throw new Error('the tables are missing');
        },
      };
    },
  };
  const service = defineService({ name: 'things', stores: { broken }, build: () => ({}) });
  const drop = async () => {
    seen.dropped = true;
  };
  const POSTGRES_URL = 'postgres://somebody@127.0.0.1:1/things';
  const stores = { env: { POSTGRES_URL }, drop } as unknown as TestStores;
  await expect(openServiceBench(service, { stores, latePostgres: true })).rejects.toThrow('the tables are missing');
  expect(seen).toMatchObject({ wasReachable: true, dropped: true });
  expect(await isReachable(seen.url)).toBe(false);
});

test('a bench whose service cannot close everything fails with the reason when it is closed', async () => {
  const unclosable: Store<null> = {
    kind: 'postgres',
    variables: postgresAddress.variables,
    read: () => ({
      async open(ctx) {
        ctx.onStop('tables', () => Promise.reject(new Error('the tables are locked')));
        return { value: null };
      },
    }),
  };
  const service = defineService({ name: 'things', stores: { unclosable }, build: () => ({}) });
  const stores = { env: {}, drop: async () => undefined } as unknown as TestStores;
  const bench = await openServiceBench(service, { stores });
  await expect(bench.close()).rejects.toMatchObject({
    errors: [{ message: expect.stringContaining('the tables are locked') }],
  });
});
