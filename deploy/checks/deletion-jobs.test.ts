import { expect, test } from '@jest/globals';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import { definitions } from './definitions.ts';

const isDeletion = (name: string): boolean => /^(delete|drop|forget|remove|revoke|erase|close)[A-Z]/.test(name);

/** Scheduled jobs find the data again at their next run. */
const deletions = definitions.flatMap((service) =>
  service
    .declaredJobs()
    .filter(({ definition: { name, schedule } }) => isDeletion(name) && !schedule)
    .map(({ definition: { name, maxAttempts } }) => ({ job: `${service.name} ${name}`, maxAttempts })),
);

test('every job that completes a deletion is attempted for days, because nothing else refers to the data', () => {
  expect(deletions.filter(({ maxAttempts }) => maxAttempts !== lastingAttempts)).toEqual([]);
  expect(deletions.map(({ job }) => job)).toEqual(
    expect.arrayContaining([
      'content deleteTribePosts',
      'content deleteUserContent',
      'gamification revokeEarnedIn',
      'gamification revokeGivenBy',
      'gamification revokeRest',
      'identity dropArchives',
      'identity forgetDeparted',
      'identity forgetTribe',
      'tribes removeRestOfUser',
    ]),
  );
});
