import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { allDone, handleEventsOfDeleted, runJobsOfDeleted } from '@tribus/community/testing/deleted-subjects.ts';
import { identity } from '../src/service.ts';
import { type Bench, openBench } from './bench.ts';
import { MailServer } from './mail-server.ts';

let mailServer: MailServer;
let bench: Bench;
beforeAll(async () => {
  mailServer = await MailServer.open();
  bench = await openBench(mailServer.settings);
});
afterAll(async () => {
  await bench.close();
  await mailServer.close();
});

test('no event fails because the tribe, the person or the post that it is about is deleted', async () => {
  expect(await handleEventsOfDeleted(bench, identity)).toEqual(allDone(identity));
});

test('no job fails because its account or message is deleted, and no mail is sent', async () => {
  expect(await runJobsOfDeleted(bench, identity)).toEqual({});
  expect(mailServer.taken).toEqual([]);
});
