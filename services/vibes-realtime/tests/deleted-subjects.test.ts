import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  allDone,
  handleEventsOfDeleted,
  listenerFailures,
  publishEventsOfDeleted,
} from '@tribus/community/testing/deleted-subjects.ts';
import { person, unique } from '@tribus/community/testing/factories.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { UserDeleted, UserSuspended } from '@tribus/proto/identity/v1/events.ts';
import { ChatPosted } from '@tribus/proto/messaging/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { vibesRealtime } from '../src/service.ts';
import { type Bench, openBench, withoutWatch } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench(withoutWatch);
});
afterAll(() => bench.close());

test('no event fails because its tribe, person or post is deleted', async () => {
  expect(await handleEventsOfDeleted(bench, vibesRealtime)).toEqual(allDone(vibesRealtime));
});

test('a connected user receives no events of a deleted tribe, and the stream remains open', async () => {
  const connected = person();
  const tribeId = bench.tribes.createTribe(connected);
  const listener = await bench.listen(connected, '/stream');
  await bench.publishOnly(ChatPosted, { tribeId, messageId: unique('chat'), parentId: '', userId: connected.id });
  await until(() => listener.events.length === 1, 'they receive the event of the tribe');

  bench.tribes.removeTribe(tribeId);
  await bench.publishOnly(TribeDeleted, { tribeId });
  // These two would end the stream.
  await publishEventsOfDeleted(bench, { userId: connected.id, tribeId }, [UserDeleted, UserSuspended]);
  const received = await bench.receivedBy(listener, connected);
  expect(received.filter(({ data }) => data.tribeId === tribeId)).toHaveLength(1);
  expect(listenerFailures(bench)).toEqual([]);
});
