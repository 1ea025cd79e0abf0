import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { tellOfArrival } from './stories/arrival.ts';
import { tellOfCompany } from './stories/company.ts';
import { tellOfPosts } from './stories/posts.ts';
import { places, testOfOwn } from './targets.ts';
import { type OpenTown, ownOf } from './test-system.ts';

/** The same evening everywhere: nobody can tell where a service runs. */
describe.each(places)('%s', (_place, enter) => {
  let town: OpenTown;
  beforeAll(async () => {
    town = await enter();
  }, 90_000);
  afterAll(() => town.close(), 30_000);

  tellOfArrival(() => town);
  tellOfPosts(() => town);
  tellOfCompany(() => town);

  testOfOwn('no part of the system logged a fault', async () => {
    expect(await ownOf(town).faults()).toEqual([]);
  });
});
