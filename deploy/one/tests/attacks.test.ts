import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { attackAsAnother } from './attacks/callers.ts';
import { attackAtRandom } from './attacks/fuzz.ts';
import { attackByInput } from './attacks/inputs.ts';
import { attackPrivacy } from './attacks/leaks.ts';
import { attackInParallel } from './attacks/races.ts';
import { attackUploads } from './attacks/uploads.ts';
import { buildTown, type Town } from './town.ts';

let town: Town;
beforeAll(async () => {
  town = await buildTown({ topology: 'one' });
}, 60_000);
afterAll(() => town.close(), 30_000);

attackAsAnother(() => town);
attackPrivacy(() => town);
attackInParallel(() => town);
attackUploads(() => town);
attackByInput(() => town);
attackAtRandom(() => town);

test('no part of the system logged a fault', async () => {
  expect(await town.faults()).toEqual([]);
});
