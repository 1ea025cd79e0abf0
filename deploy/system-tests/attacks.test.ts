import { afterAll, beforeAll, expect } from '@jest/globals';
import { attackAsAnother } from './attacks/callers.ts';
import { attackAtRandom } from './attacks/fuzz.ts';
import { attackByInput } from './attacks/inputs.ts';
import { attackPrivacy } from './attacks/leaks.ts';
import { attackAfterLeaving } from './attacks/leaving.ts';
import { attackByBrokenRequests } from './attacks/malformed.ts';
import { attackInParallel } from './attacks/races.ts';
import { attackUploads } from './attacks/uploads.ts';
import { enterTown, testOfOwn } from './targets.ts';
import { type OpenTown, ownOf } from './test-system.ts';

let town: OpenTown;
beforeAll(async () => {
  town = await enterTown('one');
}, 60_000);
afterAll(() => town.close(), 30_000);

attackAsAnother(() => town);
attackPrivacy(() => town);
attackAfterLeaving(() => town);
attackInParallel(() => town);
attackUploads(() => town);
attackByInput(() => town);
attackByBrokenRequests(() => town);
attackAtRandom(() => town);

testOfOwn('no part of the system logged a fault', async () => {
  expect(await ownOf(town).faults()).toEqual([]);
});
