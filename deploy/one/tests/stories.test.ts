import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { tellOfArrival } from './stories/arrival.ts';
import { tellOfCompany } from './stories/company.ts';
import { tellOfPosts } from './stories/posts.ts';
import { buildTown, type Town } from './town.ts';

/** The same evening in both topologies: nobody can tell where a service runs. */
describe.each(['one', 'many'] as const)('with topology %s', (topology) => {
  let town: Town;
  beforeAll(async () => {
    town = await buildTown({ topology });
  }, 90_000);
  afterAll(() => town.close(), 30_000);

  tellOfArrival(() => town);
  tellOfPosts(() => town);
  tellOfCompany(() => town);

  test('no part of the system logged a fault', async () => {
    expect(await town.faults()).toEqual([]);
  });
});
