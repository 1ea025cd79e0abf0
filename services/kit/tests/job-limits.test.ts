import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { defineJob, job } from '../jobs/definition.ts';
import { startJobs } from '../jobs/worker.ts';
import type { TestStores } from '../testing/stores.ts';
import { startOverEmpty, thingsStores } from '../testing/things.ts';
import { until } from '../testing/until.ts';

const schema = z.object({ name: z.string() });
const weaveThings = defineJob('weaveThings', { schema, perReplica: 2 });
const paintThing = defineJob('paintThing', { schema });

let stores: TestStores;
beforeAll(async () => {
  stores = await thingsStores();
});
afterAll(() => stores.drop());

test('jobs over the limit of a replica wait by priority and keep no other job from running', async () => {
  const { ctx, postgres } = await startOverEmpty('things', stores);
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const gates = new Map(names.map((name) => [name, Promise.withResolvers<void>()]));
  const [started, painted]: [string[], string[]] = [[], []];
  const weaving = job(weaveThings, async ({ name }) => {
    started.push(name);
    await gates.get(name)?.promise;
  });
  const painting = job(paintThing, async ({ name }) => void painted.push(name));
  await postgres.transaction(async (tx) => {
    // The later ones come first.
    for (const [index, name] of names.entries()) await tx.enqueue(weaveThings, { name }, { priority: -index });
  });
  startJobs(ctx, postgres.jobStore, [weaving, painting]);
  await until(() => started.length === 2, 'two have started');
  await postgres.transaction((tx) => tx.enqueue(paintThing, { name: 'thing' }));
  await until(() => painted.length === 1, 'the other job has run');
  expect(started).toEqual(['f', 'e']);
  for (const [index, name] of ['f', 'e', 'd', 'c'].entries()) {
    gates.get(name)?.resolve();
    await until(() => started.length >= index + 3, 'another one has started');
    expect(started.length).toBe(index + 3);
  }
  expect(started).toEqual(['f', 'e', 'd', 'c', 'b', 'a']);
  for (const { resolve } of gates.values()) resolve();
  await ctx.close();
});
