import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { AppError, fail } from '@tribus/kit/core/errors.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { sql } from 'kysely';
import { type Bench, openBench } from './bench.ts';
import { moderationOn, outcomeOf } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, resolve, caseIn } = moderationOn(() => bench);

/** A tribe, and a case about a post by an author with this role. */
async function scene(role: 'member' | 'officer' | 'owner' = 'member') {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const officer = bench.tribes.addMember(tribeId, { role: 'officer', levelOrder: 2 });
  const author = role === 'owner' ? owner : bench.tribes.addMember(tribeId, { role });
  const post = await bench.publishPost(author, tribeId);
  await report(bench.tribes.addMember(tribeId), post.id);
  return { tribeId, owner, officer, author, post, found: await caseIn(tribeId, admin) };
}

const actionsOf = async (viewer: Actor, id: string): Promise<string[]> =>
  (await as(viewer).get(`/reports/${id}`)).body.actions;

const imposed = async (caseId: string) => {
  await until(() => bench.tribes.bans.has(caseId), 'tribes has imposed the ban');
  return bench.tribes.bans.get(caseId);
};

const decideBan = (actor: Actor, caseId: string) => resolve(actor, caseId, 'ban', { message: 'Fuera' });

/** Appeals a ban and overturns it. */
async function overturn(author: Actor, caseId: string): Promise<void> {
  await as(author).post(`/reports/decisions/${caseId}/appeal`, { text: 'No era para tanto' });
  expect((await resolve(admin, caseId, 'overturn')).status).toBe(200);
}

/** Waits for a failed attempt of a job, then runs it again at once, as if it had failed twenty times in all. */
async function retryFailed(job: 'carryOutBan' | 'liftBan', beforeRetry: () => void): Promise<void> {
  const db = await bench.db();
  const ofJob = sql`task_id = (select id from graphile_worker._private_tasks where identifier = ${job})`;
  const failed = sql`select from graphile_worker._private_jobs where ${ofJob} and last_error is not null`;
  await until(async () => (await failed.execute(db)).rows.length === 1, `${job} has failed`);
  beforeRetry();
  await sql`
    update graphile_worker._private_jobs set attempts = 20, run_at = now(), last_error = null where ${ofJob}`.execute(
    db,
  );
  await until(async () => {
    // Again, because a worker that is ending a job misses it.
    await sql`select pg_notify('jobs:insert', '{"count":1}')`.execute(db);
    const waiting = sql`select from graphile_worker._private_jobs where ${ofJob} and attempts = 20`;
    return (await waiting.execute(db)).rows.length === 0;
  }, `${job} has begun`);
}

test('a decision bans the author with a message and an end, and removes the reported post', async () => {
  const { tribeId, owner, author, post, found } = await scene();
  const endsAt = new Date(bench.clock.now().getTime() + dayMs).toISOString();
  const decided = await resolve(owner, found.id, 'ban', { message: 'Tercer aviso', endsAt });
  expect(decided.status).toBe(200);
  expect(await imposed(found.id)).toEqual({
    isLifted: false,
    ban: {
      tribeId,
      userId: author.id,
      reason: 'Tercer aviso',
      until: endsAt,
      authority: 'owner',
      byUserId: owner.id,
      causeId: found.id,
    },
  });
  expect((await as(owner).get(`/tribes/${tribeId}/posts/${post.id}`)).status).toBe(404);
});

test('an appeal that overturns a ban lifts it', async () => {
  const { tribeId, owner, author, post, found } = await scene();
  await resolve(owner, found.id, 'ban', { message: 'Fuera' });
  await imposed(found.id);
  await overturn(author, found.id);
  await until(() => bench.tribes.bans.get(found.id)?.isLifted === true, 'the ban is lifted');
  expect((await as(owner).get(`/tribes/${tribeId}/posts/${post.id}`)).status).toBe(200);
});

test('an appeal that overturns another decision than a ban lifts no ban', async () => {
  const decide = async (action: string) => {
    const { owner, author, found } = await scene();
    await resolve(owner, found.id, action, { message: 'Fuera' });
    await overturn(author, found.id);
    return found.id;
  };
  const [removed, banned] = [await decide('remove'), await decide('ban')];
  await until(() => bench.tribes.liftedCauses.includes(banned), 'the ban is lifted');
  await bench.jobsDone();
  expect(bench.tribes.liftedCauses).not.toContain(removed);
});

test('a ban and its lifting take effect after tribes was unreachable for a day', async () => {
  const { owner, author, found } = await scene();
  const { onBan, onLift } = bench.tribes;
  const fails = async (): Promise<void> => {
    throw fail('unavailable');
  };
  Object.assign(bench.tribes, { onBan: fails, onLift: fails });
  await decideBan(owner, found.id);
  await retryFailed('carryOutBan', () => undefined);
  await retryFailed('carryOutBan', () => Object.assign(bench.tribes, { onBan }));
  await imposed(found.id);
  await overturn(author, found.id);
  await retryFailed('liftBan', () => undefined);
  await retryFailed('liftBan', () => Object.assign(bench.tribes, { onLift }));
  await until(() => bench.tribes.bans.get(found.id)?.isLifted === true, 'the ban is lifted');
});

test('a ban that takes effect after its decision was overturned is lifted', async () => {
  const { owner, author, found } = await scene();
  const { onBan } = bench.tribes;
  bench.tribes.onBan = async (impose) => {
    bench.tribes.onBan = onBan;
    await overturn(author, found.id);
    await until(() => bench.tribes.liftedCauses.includes(found.id), 'the lifting found no ban');
    impose();
    throw fail('timeout');
  };
  await decideBan(owner, found.id);
  await until(() => bench.tribes.bans.has(found.id), 'the ban is imposed');
  await until(() => bench.tribes.bans.get(found.id)?.isLifted === true, 'the ban is lifted');
});

test('a ban that tribes refuses for good is logged once and not retried', async () => {
  const { officer, found } = await scene();
  const { onBan } = bench.tribes;
  let attempts = 0;
  bench.tribes.onBan = async () => {
    attempts += 1;
    throw new AppError('outranked', { status: 403, es: 'Rango', en: 'Rank', zh: '级别' });
  };
  await decideBan(officer, found.id);
  await bench.jobsDone();
  bench.tribes.onBan = onBan;
  expect(attempts).toBe(1);
  const lines = bench.service.logged.map((line) => JSON.parse(line)).filter(({ caseId }) => caseId === found.id);
  expect(lines).toEqual([
    expect.objectContaining({
      msg: 'decided ban not imposed: tribes rejected it; not retried',
      reason: 'outranked',
    }),
  ]);
});

test('moderators can ban only authors below their own authority, and nobody can ban the owner', async () => {
  const ofMember = await scene();
  expect(await actionsOf(ofMember.officer, ofMember.found.id)).toContain('ban');
  const ofOfficer = await scene('officer');
  expect(await actionsOf(ofOfficer.officer, ofOfficer.found.id)).not.toContain('ban');
  expect(outcomeOf(await resolve(ofOfficer.officer, ofOfficer.found.id, 'ban', { message: 'Fuera' }))).toEqual({
    status: 400,
    code: 'action_impossible',
  });
  expect(await actionsOf(ofOfficer.owner, ofOfficer.found.id)).toContain('ban');
  const ofOwner = await scene('owner');
  expect(await actionsOf(admin, ofOwner.found.id)).not.toContain('ban');
  const inHominini = await bench.publishPost(bench.tribes.addMember(homininiId), homininiId);
  await report(bench.tribes.addMember(homininiId), inHominini.id);
  expect(await actionsOf(admin, (await caseIn(homininiId, admin)).id)).not.toContain('ban');
});

test('a ban without a message, or with an end in the past, is refused and decides nothing', async () => {
  const { owner, found } = await scene();
  expect(outcomeOf(await resolve(owner, found.id, 'ban'))).toEqual({ status: 400, code: 'ban_message_required' });
  const endsAt = bench.clock.now().toISOString();
  expect(outcomeOf(await resolve(owner, found.id, 'ban', { message: 'Fuera', endsAt }))).toEqual({
    status: 400,
    code: 'ban_end_past',
  });
  expect((await as(owner).get(`/reports/${found.id}`)).body.status).toBe('open');
});
