import { afterAll, beforeAll, expect } from '@jest/globals';
import { mountSmallDisk, type SmallDisk } from '@tribus/kit/testing/small-disk.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type Person, postForm, type TestResponse } from './people.ts';
import { png } from './pictures.ts';
import { testWithOwnSystem as test } from './targets.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

/** Space for the databases of all services and their logs. */
const diskMebibytes = 600;
/** A store that restarts on existing data may be slow; the benchmark measures how long. */
const fullDiskTimeoutMs = 120_000;

let disk: SmallDisk | undefined;
let system: TestSystem;
const logged: string[] = [];

beforeAll(async () => {
  disk = mountSmallDisk(diskMebibytes);
  system = await startTestSystem({
    topology: 'one',
    ownStores: true,
    supervision: { log: (line) => logged.push(line), giveUp: (line) => logged.push(`GIVEN UP: ${line}`) },
    ...(disk && { env: { DATA_DIR: `${disk.folder}/data`, LOG_LEVEL: 'info' } }),
  });
});
afterAll(async () => {
  await system.close();
  disk?.remove();
});

/** A user who may not mount a disk gets the database's own error of a full disk, for posts. */
const refuse = [
  `create function refuse() returns trigger language plpgsql as
     $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
  'create trigger refuse before insert on posts for each row execute function refuse()',
];

async function fill(): Promise<void> {
  if (disk) disk.fill();
  else for (const statement of refuse) await system.sql('content', statement);
}

async function clear(): Promise<void> {
  if (disk) disk.clear();
  else await system.sql('content', 'drop trigger refuse on posts');
}

interface Attempt {
  content: string;
  answer: TestResponse;
}

const postsOf = (author: Person, tribeId: number) => async (content: string, pictures: readonly Uint8Array[]) =>
  author.post(`/tribes/${tribeId}/posts`, postForm({ content, pictures }));

test('only stored writes are acknowledged on a full disk, and all works again once there is space', async () => {
  const ana = await system.newcomer('ana');
  const tribe = await ana.createTribe(`Llena ${ana.id}`);
  const publish = postsOf(ana, tribe.id);
  const chat = (content: string) => ana.post(`/tribes/${tribe.id}/chat`, { content });
  await system.settled();

  await fill();
  const posts: Attempt[] = [];
  const messages: Attempt[] = [];
  const picture = await png();
  for (let index = 0; index < 40 && posts.filter(({ answer }) => answer.status === 503).length < 5; index += 1) {
    const content = `lleno ${index} ${'x'.repeat(1_500)}`;
    posts.push({ content, answer: await publish(content, index % 2 === 0 ? [picture] : []) });
    messages.push({ content, answer: await chat(content) });
  }
  const all = [...posts, ...messages].map(({ answer }) => answer);
  expect(
    all.filter(({ status }) => ![200, 201, 503].includes(status)).map(({ status, body }) => [status, body]),
  ).toEqual([]);
  const refusals = all.filter(({ status }) => status === 503);
  expect(refusals.length).toBeGreaterThan(0);
  for (const { headers } of refusals) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await system.visitor.get('/health')).status).toBe(200);

  await clear();
  const works = async () => (await publish('hay sitio', [picture]).catch(() => undefined))?.status === 201;
  await until(works, 'posts are taken again', fullDiskTimeoutMs);
  await until(async () => (await chat('hay sitio')).status < 300, 'messages are taken again', fullDiskTimeoutMs);
  const stored = async (path: string): Promise<string[]> =>
    (await ana.read(path)).items.map(({ content }: { content: string }) => content);
  const acknowledged = (attempts: Attempt[]) =>
    attempts.filter(({ answer }) => answer.status < 300).map(({ content }) => content);
  expect(await stored(`/tribes/${tribe.id}/posts?limit=100`)).toEqual(expect.arrayContaining(acknowledged(posts)));
  expect(await stored(`/tribes/${tribe.id}/chat?limit=100`)).toEqual(expect.arrayContaining(acknowledged(messages)));
  // Until its store is back there is no response, and a tribe without points is not listed.
  const points = async (): Promise<number | undefined> =>
    (await ana.get('/gamification/me/by-tribe')).body.items?.find(
      ({ tribeId }: { tribeId: number }) => tribeId === tribe.id,
    )?.points;
  const expectedPoints = Math.min(10, (await stored(`/tribes/${tribe.id}/posts?limit=100`)).length) * 5;
  await until(
    async () => (await points()) === expectedPoints,
    'the points of the posts have arrived',
    fullDiskTimeoutMs,
  );
  expect(logged.filter((line) => line.startsWith('GIVEN UP'))).toEqual([]);
});
