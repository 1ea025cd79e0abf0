import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { sql } from 'kysely';
import { recentPostsPerAuthor, recentPostsRead } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const member = () => bench.tribes.addMember(homininiId);
const publish = (author: Actor, tags: string) =>
  bench.publishPost(author, homininiId, { content: unique('texto'), tags });

/** Posts of one author in hominini within the last seconds. */
async function flood(author: Actor, tags: string[], count: number): Promise<void> {
  await sql`
    insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, min_level_order, created_at)
    select gen_random_uuid(), ${homininiId}, ${author.id}, 'post', '', '[]', 0, ${tags}::text[], 1,
      ${bench.clock.now()}::timestamptz - make_interval(secs => n::double precision / 1000)
    from generate_series(1, ${count}::integer) as n`.execute(await bench.db());
}

test('neither the most active author of one day nor their tags come first, and they displace nobody', async () => {
  const [ana, beto, spammer, viewer] = [member(), member(), member(), member()];
  await publish(ana, 'pan');
  await publish(beto, 'pan,horno');
  bench.clock.advance(dayMs);
  await publish(beto, 'horno');
  await publish(ana, 'trigo');
  await flood(spammer, ['aaa', 'zzz'], recentPostsRead - 10);

  const tags = await bench.service.as(viewer).get('/discover/tags');
  const popular = (tag: string, people: number) => ({ tag, tribeId: homininiId, reason: { kind: 'popular', people } });
  expect(tags.body.items).toEqual([
    popular('pan', 2),
    popular('horno', 1),
    popular('aaa', 1),
    popular('trigo', 1),
    popular('zzz', 1),
  ]);
  const people = await bench.service.as(viewer).get('/discover/people');
  const writes = { kind: 'writes', tribe: { id: homininiId, name: 'hominini' } };
  expect(people.body.items.map(({ user, reason }: { user: Actor; reason: object }) => [user.id, reason])).toEqual([
    [ana.id, writes],
    [beto.id, writes],
    [spammer.id, writes],
  ]);
});

test('authors about followed tags are ordered by their days with such posts, whatever the number of tags', async () => {
  const tribeId = bench.tribes.createTribe();
  const [regular, spammer, viewer] = [1, 2, 3].map(() => bench.tribes.addMember(tribeId));
  if (!regular || !spammer || !viewer) throw new Error('no members');
  bench.identity.follows.set(viewer.id, { tags: ['pan', 'masa'] });
  const write = (author: Actor, tags: string) => bench.publishPost(author, tribeId, { content: unique('texto'), tags });
  await write(regular, 'pan');
  bench.clock.advance(dayMs);
  await write(regular, 'pan');
  for (let i = 0; i <= recentPostsPerAuthor; i += 1) await write(spammer, 'pan,masa');
  const { body } = await bench.service.as(viewer).get('/discover/people');
  const about = body.items.filter(({ reason }: { reason: { kind: string } }) => reason.kind === 'writesAbout');
  expect(about.map(({ user }: { user: Actor }) => user.id)).toEqual([regular.id, spammer.id]);
});
