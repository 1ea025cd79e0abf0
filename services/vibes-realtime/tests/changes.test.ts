import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { CaseQueueChanged, SiteCaseQueueChanged } from '@tribus/proto/content/v1/events.ts';
import {
  MemberLeft,
  MemberRoleChanged,
  MemberUnbanned,
  SubmissionQueueChanged,
} from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

test('moderators receive each change of their queues, site admins also those of the site, and members none', async () => {
  const officer = bench.tribes.addMember(100, { role: 'officer' });
  const member = bench.addMember();
  const admin: Actor = { ...person(), role: 'admin' };
  bench.identity.openSession(admin.id, { sessionId: admin.sessionId, role: 'admin' });
  const [officerStream, memberStream, adminStream] = [
    await bench.listen(officer, '/stream'),
    await bench.listen(member, '/stream'),
    await bench.listen(admin, '/stream'),
  ];
  await bench.publishOnly(SubmissionQueueChanged, SubmissionQueueChanged.fromPartial({ tribeId: 100 }));
  await bench.publishOnly(CaseQueueChanged, CaseQueueChanged.fromPartial({ tribeId: 100 }));
  await bench.publishOnly(SiteCaseQueueChanged, SiteCaseQueueChanged.fromPartial({}));
  await until(() => adminStream.events.length >= 3, 'the changes of all three queues arrived');
  await until(() => officerStream.events.length >= 2, 'the changes of both queues arrived');
  const queues = ({ events }: typeof adminStream) => new Set(events.map(({ data }) => `${data.queue} ${data.tribeId}`));
  expect(queues(adminStream)).toEqual(new Set(['submissions 100', 'cases 100', 'cases null']));
  expect(await bench.receivedBy(officerStream, officer)).toHaveLength(2);
  expect(queues(officerStream)).toEqual(new Set(['submissions 100', 'cases 100', 'undefined undefined']));
  expect(await bench.receivedBy(memberStream, member)).toEqual([]);
});

test('a change of a membership is delivered to its user only, also after its end and when their ban is lifted', async () => {
  const [leaving, other] = [bench.addMember(), bench.addMember()];
  const [own, foreign] = [await bench.listen(leaving, '/stream'), await bench.listen(other, '/stream')];
  const about = { tribeId: 100, userId: leaving.id };
  await bench.publishOnly(MemberRoleChanged, { ...about, role: 'officer', previousRole: 'member' });
  await until(() => own.events.length >= 1, 'the change of the role arrived');
  bench.tribes.removeMembership(100, leaving);
  await bench.publishOnly(MemberLeft, { ...about, reason: 'removed' });
  expect(await bench.receivedBy(own, leaving)).toEqual([
    { event: 'membership', data: { tribeId: 100 } },
    { event: 'membership', data: { tribeId: 100, ended: true } },
  ]);
  await bench.publishOnly(MemberUnbanned, MemberUnbanned.fromPartial(about));
  await until(() => own.events.length >= 4, 'the end of the ban arrived');
  expect(own.events.at(-1)).toEqual({ event: 'membership', data: { tribeId: 100 } });
  expect(await bench.receivedBy(foreign, other)).toEqual([]);
});
