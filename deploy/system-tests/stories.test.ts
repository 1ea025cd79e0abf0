import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { arrivalStories } from './stories/arrival.ts';
import { contactStories } from './stories/contact.ts';
import { conversationStories } from './stories/conversations.ts';
import { postStories } from './stories/posts.ts';
import { targets, testOfOwn } from './targets.ts';
import { ownOf, type SharedSystem } from './test-system.ts';

/** The same evening everywhere: nobody can tell where a service runs. */
describe.each(targets)('%s', (_place, enter) => {
  let system: SharedSystem;
  beforeAll(async () => {
    system = await enter();
  }, 90_000);
  afterAll(() => system.close(), 30_000);

  arrivalStories(() => system);
  postStories(() => system);
  conversationStories(() => system);
  contactStories(() => system);

  testOfOwn('no part of the system logged a fault', async () => {
    expect(await ownOf(system).faults()).toEqual([]);
  });
});
