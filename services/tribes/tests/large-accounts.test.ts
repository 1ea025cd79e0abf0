import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { MemberLeft, MemberRoleChanged, TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { type LargeBench, many, openLargeBench, portionMax } from './large-tables.ts';
import { setUpLevels } from './level-bench.ts';

let bench: LargeBench;
beforeAll(async () => {
  bench = await openLargeBench();
});
afterAll(() => bench.close());

const tribes = 150;

/**
 * Creates tribes with the user and a friend as members, the last one owned by the user; returns their ids in order.
 */
async function joinTribes(userId: string, friendId: string): Promise<number[]> {
  const name = unique('grande');
  const rows = await bench.sql(
    `with made as (
      insert into tribes (name, normalized_name, description, tags, is_private, requires_approval, created_at, members_count)
      select $1::text || n, $1::text || n, '', '{}', false, false, now(), 2 from generate_series(1, ${tribes}) as n
      returning id
    ) select id from made order by id`,
    [name],
  );
  const ids = rows.map((row) => Number(Object.values(row ?? {})[0]));
  for (const [member, role] of [
    [userId, `case id when ${ids.at(-1)} then 'owner' else 'member' end`],
    [friendId, `case id when ${ids.at(-1)} then 'member' else 'owner' end`],
  ])
    await bench.sql(
      `insert into members (tribe_id, user_id, status, role, level_order, since)
      select id, $2::text, 'active', ${role}, 1, now() from unnest($1::integer[]) as id`,
      [ids, member],
    );
  await bench.sql(
    `insert into stays (tribe_id, user_id, joined_at) select id, $2::text, now() from unnest($1::integer[]) as id`,
    [ids, userId],
  );
  return ids;
}

/** Inserts thousands of rows of each kind about the user; rows that outlive the account refer to other users. */
async function fillRecords(userId: string): Promise<{ tribeId: number; challenge: string }> {
  const { tribeId, addManual } = await setUpLevels(bench);
  const challenge = await addManual();
  const insert = (into: string, select: string) =>
    bench.sql(`insert into ${into} select ${select} from generate_series(1, ${many}) as n`, [userId]);
  const at = `now() - n * interval '1 minute'`;
  await insert('stays (tribe_id, user_id, joined_at, left_at)', `${tribeId}, $1::text, ${at}, now()`);
  for (const [user, by] of [
    ['$1::text', "'mod'"],
    ["'banned' || n", '$1::text'],
  ])
    await insert(
      'bans (id, tribe_id, user_id, reason, authority, by_user_id, created_at, lifted_at)',
      `gen_random_uuid(), ${tribeId}, ${user}, 'x', 'officer', ${by}, ${at}, now()`,
    );
  await insert(
    'restrictions (tribe_id, user_id, reason, authority, by_user_id, created_at, ends_at)',
    `${tribeId}, 'restricted' || n, 'x', 'officer', $1::text, ${at}, now()`,
  );
  await insert(
    'invites (id, tribe_id, code_hash, created_by, created_at, revoked_at)',
    `gen_random_uuid(), ${tribeId}, 'code' || n, $1::text, ${at}, now()`,
  );
  await bench.sql('insert into invite_uses select id, $1::text, now() from invites where created_by = $1', [userId]);
  await insert(
    'members (tribe_id, user_id, status, role, level_order, since)',
    `${tribeId}, 'requester' || n, case $1::text when '' then '' else 'pending' end, 'member', 0, now()`,
  );
  await insert(
    'request_notes (id, tribe_id, user_id, author_id, body, created_at)',
    `gen_random_uuid(), ${tribeId}, 'requester' || n, $1::text, 'x', ${at}`,
  );
  await insert(
    `submissions (id, tribe_id, challenge_id, user_id, status, score, max_score, text, hint, wrong, created_at, decided_at,
      decided_by)`,
    `gen_random_uuid(), ${tribeId}, '${challenge}', 'requester' || n, 'approved', 1, 100, '', '', '{}', ${at}, now(), $1::text`,
  );
  return { tribeId, challenge };
}

const tables = [
  'members',
  'owners',
  'stays',
  'bans',
  'restrictions',
  'invites',
  'invite_uses',
  'request_notes',
  'submissions',
];

async function storedRows(userId: string): Promise<string[]> {
  const found = tables.map(async (table) => {
    const [row] = await bench.sql(`select from ${table} where ${table}::text like $1 limit 1`, [`%${userId}%`]);
    return row ? [table] : [];
  });
  return (await Promise.all(found)).flat();
}

test('an account with thousands of rows is deleted in portions, each tribe once, despite failures and repetitions', async () => {
  const [leaver, friend] = [person(), person()];
  const ids = await joinTribes(leaver.id, friend.id);
  const lonely = await bench.createTribe(leaver);
  const { tribeId } = await fillRecords(leaver.id);
  await bench.resetStatements();
  await bench.refuseDeletions('invite_uses');

  await bench.redeliver(await bench.publish(UserDeleted, { userId: leaver.id }));
  await bench.publish(UserDeleted, { userId: leaver.id });
  const failed = async () =>
    (await bench.sql('select from graphile_worker.jobs where last_error is not null')).length > 0;
  await until(failed, 'the job has failed');
  expect(await storedRows(leaver.id)).toEqual(expect.arrayContaining(['request_notes', 'submissions', 'stays']));
  expect(await storedRows(leaver.id)).not.toContain('members');
  await bench.refuseDeletions();
  await bench.jobsDone();

  expect(await storedRows(leaver.id)).toEqual([]);
  const left = (await bench.events(MemberLeft)).filter(({ userId }) => userId === leaver.id);
  expect(left).toEqual(ids.map((id) => ({ tribeId: id, userId: leaver.id, reason: 'user_deleted' })));
  expect((await bench.events(MemberRoleChanged)).filter(({ userId }) => userId === friend.id)).toEqual([
    { tribeId: ids.at(-1), userId: friend.id, role: 'owner', previousRole: 'member' },
  ]);
  expect((await bench.events(TribeDeleted)).map((event) => event.tribeId)).toEqual([lonely]);
  // Rows visible to others stay.
  for (const [table, count] of [
    ['stays', many],
    ['bans', many],
    ['restrictions', many],
    ['invites', many],
    ['submissions', many],
  ] as const) {
    const rows = await bench.sql(`select from ${table} where tribe_id = $1`, [tribeId]);
    expect([table, rows.length >= count]).toEqual([table, true]);
  }
  const statements = Object.entries(await bench.rowsPerStatement());
  expect(statements.filter(([, rows]) => rows > portionMax)).toEqual([]);
  expect(statements.map(([table]) => table).sort()).toEqual([
    'bans',
    'invite_uses',
    'invites',
    'members',
    'request_notes',
    'restrictions',
    'stays',
    'submissions',
  ]);
});
