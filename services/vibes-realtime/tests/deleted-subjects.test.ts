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

test('no event fails because the tribe, the person or the post that it is about is gone', async () => {
  expect(await handleEventsOfDeleted(bench, vibesRealtime)).toEqual(allDone(vibesRealtime));
});

test('who is connected receives nothing of a tribe that is gone, and nothing fails for them', async () => {
  const connected = person();
  const tribeId = bench.tribes.createTribe(connected);
  const listener = await bench.listen(connected, '/stream');
  await bench.publishOnly(ChatPosted, { tribeId, messageId: unique('chat'), parentId: '', userId: connected.id });
  await until(() => listener.events.length === 1, 'they receive what happens in the tribe');

  bench.tribes.removeTribe(tribeId);
  await bench.publishOnly(TribeDeleted, { tribeId });
  // Those would end the stream.
  await publishEventsOfDeleted(bench, { userId: connected.id, tribeId }, [UserDeleted, UserSuspended]);
  const received = await bench.heardBy(listener, connected);
  expect(received.filter(({ data }) => data.tribeId === tribeId)).toHaveLength(1);
  expect(listenerFailures(bench)).toEqual([]);
});
