import { randomBytes } from 'node:crypto';
import { trueTimeLimits } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { createMarkedAuthor } from '../system-tests/marked-author.ts';
import { type Person, passwordOf } from '../system-tests/people.ts';
import { png } from '../system-tests/pictures.ts';
import { startTestSystem, type TestSystem } from '../system-tests/test-system.ts';
import { countPictures, remainsOf } from '../system-tests/text-locations.ts';
import { type DurationRow, Durations, expectStatus } from './durations.ts';

/** Deleted content disappears within a minute from every store and cache. */
const removalMs = 60_000;
const rounds = 3;
const posts = 17;
const picturesEach = 6;

/** Measures how long content that was deleted or turned private can still be found. */
export async function measureRemoval(): Promise<DurationRow[]> {
  const system = await startTestSystem({ topology: 'one', ownStores: true, env: trueTimeLimits });
  try {
    return [await measureAccount(system), await measurePictures(system)];
  } finally {
    await system.close();
  }
}

async function measureAccount(system: TestSystem): Promise<DurationRow> {
  const removal = new Durations();
  for (let round = 0; round < rounds; round += 1) {
    const pictures = await countPictures(system);
    const word = `marca${randomBytes(6).toString('hex')}`;
    const { author } = await createMarkedAuthor(system, word);
    // A contact message is deleted with the account only when its address is verified.
    await system.sql('identity', 'update users set email_verified_at = now() where id = $1', [author.id]);
    const password = { confirmPassword: passwordOf(author.email) };
    const isRemoved = async () =>
      (await remainsOf(system, author.id, word)).length === 0 && (await countPictures(system)) === pictures;
    const { status } = await author.call('DELETE', '/auth/me/account', password);
    expectStatus(status, [200], 'the deletion of an account');
    await removal.measure(isRemoved);
  }
  return removal.row('removal-account', 'deleted account, until nothing of it is left anywhere', removalMs);
}

/**
 * Measures the time until a hundred pictures of a tribe that becomes private are no longer served, plus the time for
 * which a cache may keep them.
 */
async function measurePictures(system: TestSystem): Promise<DurationRow> {
  const removal = new Durations();
  const owner = await system.newcomer('ana');
  const tribe: { id: number } = await owner.createTribe(`Abierta ${owner.id}`);
  const pictures = await Promise.all(Array.from({ length: picturesEach }, () => png(8, 8)));
  for (let post = 0; post < posts; post += 1) await owner.publish(tribe.id, { content: 'seis', pictures });
  const addresses = await addressesIn(owner, tribe.id);
  const statuses = async () => {
    const seen: number[] = [];
    for (const address of addresses) seen.push(await statusOf(system, address));
    return seen;
  };
  if ((await statuses()).some((status) => status !== 200)) throw new Error('a public picture cannot be opened');
  const cachedMs = await cachedFor(system, addresses[0] ?? '');
  await removal.time(async () => {
    await owner.put(`/tribes/${tribe.id}`, { isPrivate: true });
    await until(async () => (await statuses()).every((status) => status === 403), 'the pictures are refused');
  });
  const { worst, ...row } = removal.row(
    'removal-pictures',
    'tribe turned private, until no cache has a picture',
    removalMs,
  );
  return { ...row, median: row.median + cachedMs, worst: worst + cachedMs };
}

async function addressesIn(viewer: Person, tribeId: number): Promise<string[]> {
  const { items } = await viewer.read(`/tribes/${tribeId}/posts?limit=100`);
  return items.flatMap(({ images }: { images: { url: string }[] }) => images.map(({ url }) => url));
}

async function statusOf({ visitor }: TestSystem, address: string): Promise<number> {
  const response = await visitor.fetch(address);
  await response.arrayBuffer();
  return response.status;
}

/** Returns the cache time in milliseconds. */
async function cachedFor({ visitor }: TestSystem, address: string): Promise<number> {
  const response = await visitor.fetch(address);
  await response.arrayBuffer();
  const [, seconds = 'NaN'] = /max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '') ?? [];
  return Number(seconds) * 1000;
}
