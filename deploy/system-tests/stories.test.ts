import { afterAll, beforeAll, expect } from '@jest/globals';
import { admissionStories } from './stories/admission.ts';
import { announcementStories } from './stories/announcements.ts';
import { arrivalStories } from './stories/arrival.ts';
import { authorityStories } from './stories/authority.ts';
import { blockStories } from './stories/blocks.ts';
import { contactStories } from './stories/contact.ts';
import { conversationStories } from './stories/conversations.ts';
import { discoverStories } from './stories/discover.ts';
import { hiddenPeopleStories } from './stories/hidden-people.ts';
import { insightStories } from './stories/insight.ts';
import { landingStories } from './stories/landing.ts';
import { levelStories } from './stories/levels.ts';
import { moderationStories } from './stories/moderation.ts';
import { postStories } from './stories/posts.ts';
import { profileStories } from './stories/profile.ts';
import { sanctionStories } from './stories/sanctions.ts';
import { searchStories } from './stories/search.ts';
import { videoStories } from './stories/videos.ts';
import { openTarget, testWithOwnSystem } from './targets.ts';
import { ownOf, type SharedSystem } from './test-system.ts';

/** Runs a process for each service; the browser tests run the same stories in one process (frontend/e2e). */
let system: SharedSystem;
beforeAll(async () => {
  system = await openTarget('many');
});
afterAll(() => system.close());

arrivalStories(() => system);
admissionStories(() => system);
postStories(() => system);
announcementStories(() => system);
conversationStories(() => system);
contactStories(() => system);
landingStories(() => system);
levelStories(() => system);
profileStories(() => system);
sanctionStories(() => system);
searchStories(() => system);
discoverStories(() => system);
blockStories(() => system);
hiddenPeopleStories(() => system);
moderationStories(() => system);
authorityStories(() => system);
insightStories(() => system);
videoStories(() => system);

testWithOwnSystem('no part of the system logged a fault', async () => {
  expect(await ownOf(system).faults()).toEqual([]);
});
