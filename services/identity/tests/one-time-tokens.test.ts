import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { runScheduled } from '@tribus/kit/testing/jobs.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { z } from 'zod';
import { consumeToken, hashToken, issueToken, readToken, type TokenPurpose } from '../src/one-time-tokens.ts';
import { type IdentityStore, openIdentityStore } from '../src/store/store.ts';
import type { IdentityDb } from '../src/store/tables.ts';
import { type Bench, openBench } from './bench.ts';

const minute = 60_000;
const clock = new TestClock();
const newAddress: TokenPurpose<{ email: string }> = {
  name: 'new_address',
  ttlMs: 60 * minute,
  schema: z.object({ email: z.string() }),
};
const challenge: TokenPurpose<object> = { name: 'challenge', ttlMs: 5 * minute, schema: z.object({}), several: true };
const payload = { email: 'ana@tribus.test' };

let bench: Bench;
let postgres: Postgres<IdentityDb>;
let store: IdentityStore;
let deps: Parameters<typeof issueToken>[0];
beforeAll(async () => {
  bench = await openBench({}, clock);
  const migrations = join(import.meta.dirname, '..', 'migrations');
  postgres = await openPostgres<IdentityDb>(bench.peer, { url: bench.stores.env.POSTGRES_URL, migrations });
  store = openIdentityStore(postgres);
  deps = { ctx: { clock, newId: () => crypto.randomUUID() }, store };
});
afterAll(() => bench.close());

test('a token works once, for its purpose, and only its hash is stored', async () => {
  const { id: userId } = await bench.register();
  const token = await issueToken(deps, newAddress, { userId, payload });
  expect(await consumeToken(deps, challenge, token)).toBeUndefined();
  expect(await readToken(deps, newAddress, token)).toEqual({ userId, payload });
  const rows = await postgres.db.selectFrom('oneTimeTokens').selectAll().execute();
  expect(rows).toEqual([expect.objectContaining({ hash: hashToken(token), userId })]);
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(await consumeToken(deps, newAddress, token)).toEqual({ userId, payload });
  expect(await readToken(deps, newAddress, token)).toBeUndefined();
  for (const wrong of ['', 'nonsense', `${token}=`, token.toLowerCase()])
    expect(await consumeToken(deps, newAddress, wrong)).toBeUndefined();
});

test('only one of twenty concurrent uses succeeds', async () => {
  const { id: userId } = await bench.register();
  const token = await issueToken(deps, newAddress, { userId, payload });
  const uses = await Promise.all(
    Array.from({ length: 20 }, () =>
      store.transaction((tx) => consumeToken({ ...deps, store: tx }, newAddress, token)),
    ),
  );
  expect(uses.filter(Boolean)).toEqual([{ userId, payload }]);
});

test('a new token replaces the older one, except a token of the same mail', async () => {
  const { id: userId } = await bench.register();
  const issue = crypto.randomUUID();
  const old = await issueToken(deps, newAddress, { userId, payload });
  const first = await issueToken(deps, newAddress, { userId, payload, issue });
  const again = await issueToken(deps, newAddress, { userId, payload, issue });
  expect(await readToken(deps, newAddress, old)).toBeUndefined();
  expect(await readToken(deps, newAddress, first)).toBeDefined();
  expect(await consumeToken(deps, newAddress, again)).toBeDefined();
  expect(await readToken(deps, newAddress, first)).toBeUndefined();
});

test('using one of several tokens of a purpose leaves the others valid', async () => {
  const { id: userId } = await bench.register();
  const one = await issueToken(deps, challenge, { userId, payload: {} });
  const other = await issueToken(deps, challenge, { userId, payload: {} });
  expect(await consumeToken(deps, challenge, one)).toBeDefined();
  expect(await consumeToken(deps, challenge, other)).toBeDefined();
});

test('a token expires, and expired tokens are swept', async () => {
  const token = await issueToken(deps, newAddress, { userId: null, payload });
  clock.advance(60 * minute - 1);
  expect(await readToken(deps, newAddress, token)).toBeDefined();
  clock.advance(1);
  expect(await consumeToken(deps, newAddress, token)).toBeUndefined();
  await runScheduled(postgres.db, 'sweepOverdue');
  const rows = await postgres.db.selectFrom('oneTimeTokens').select('hash').execute();
  expect(rows).not.toContainEqual({ hash: hashToken(token) });
});
