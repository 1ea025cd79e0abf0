import { afterAll, beforeAll, expect } from '@jest/globals';
import { attackAtRandom } from './attacks/fuzz.ts';
import { attackByImpersonation } from './attacks/impersonation.ts';
import { attackByInput } from './attacks/inputs.ts';
import { attackByLateBodies } from './attacks/late-bodies.ts';
import { attackPrivacy } from './attacks/leaks.ts';
import { attackAfterLeaving } from './attacks/leaving.ts';
import { attackByBrokenRequests } from './attacks/malformed.ts';
import { attackInParallel } from './attacks/races.ts';
import { attackUploads } from './attacks/uploads.ts';
import { openTarget, testWithOwnSystem } from './targets.ts';
import { ownOf, type SharedSystem } from './test-system.ts';

let system: SharedSystem;
beforeAll(async () => {
  system = await openTarget('one');
});
afterAll(() => system.close());

attackByImpersonation(() => system);
attackPrivacy(() => system);
attackAfterLeaving(() => system);
attackByLateBodies(() => system);
attackInParallel(() => system);
attackUploads(() => system);
attackByInput(() => system);
attackByBrokenRequests(() => system);
attackAtRandom(() => system);

testWithOwnSystem('no part of the system logged a fault', async () => {
  expect(await ownOf(system).faults()).toEqual([]);
});
