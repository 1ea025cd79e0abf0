import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { type Caller, Person } from '../people.ts';
import { testOfOwn as test } from '../targets.ts';
import { startTestSystem, type TestSystem } from '../test-system.ts';
import { Cast, TribeFixture } from '../tribe-fixture.ts';
import { matrix } from './matrix.ts';
import { type Kind, kinds, roles } from './roles.ts';
import type { Row } from './rows.ts';
import { openToSilenced } from './silenced.ts';

const rows = Object.values(matrix).flatMap((own) => Object.entries(own));

/** No tribe has this number. */
const noTribe = 2_000_000_000;

interface Operation {
  responses: Record<string, object>;
}

let system: TestSystem;
let admin: Person;
/** The published operations, by path and method. */
let published: Record<string, Record<string, Operation>>;

beforeAll(async () => {
  system = await startTestSystem({ topology: 'one' });
  admin = await system.admin();
  ({ paths: published } = await system.visitor.read('/openapi.json'));
}, 120_000);
afterAll(() => system.close());

test('the table has a row for every published route, and no other', () => {
  const routes = Object.entries(published).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(rows.map(([route]) => route).sort()).toEqual(routes.sort());
});

test.each(kinds)(
  'in a tribe that is %s everybody may do what the table says, and nothing else, and gets answers that are published',
  async (kind) => {
    const fixture = await TribeFixture.createTribe(system, kind, admin);
    const cast = new Cast(system);
    const ofRows = new Map<Row, TribeFixture>();
    const deviations: string[] = [];
    for (const [route, row] of rows) {
      // What knows of no tribe is looked at once, by the people of the private one.
      const expected = row.expects[kind] ?? (kind === 'private' ? row.expects.any : undefined);
      for (const role of roles) {
        const wanted = expected?.[role];
        if (wanted === undefined) continue;
        const chosen = await fixtureFor(row, wanted, { kind, fixture, cast, ofRows });
        const got = await statusOf(route, row, await chosen.caller(role), chosen);
        if (got < 300) chosen.forget(row.usesUp ?? []);
        if (got !== wanted) deviations.push(`${route} as ${role}: ${got} instead of ${wanted}`);
        if (!isPublished(route, got)) deviations.push(`${route} as ${role}: ${got} is not published`);
      }
    }
    expect(deviations).toEqual([]);
  },
  300_000,
);

test('a tribe that is invisible cannot be told from one that is not there, by whatever route that names a tribe', async () => {
  const fixture = await TribeFixture.createTribe(system, 'private', admin);
  const outsiders = [await fixture.caller('stranger'), await fixture.caller('former'), system.visitor];
  // What stands in the tribe is made before it is invisible.
  const calls: [string, Call, Call][] = [];
  for (const [route, row] of rows) {
    const [there, missing] = [await callOf(route, row, fixture), await callOf(route, row, fixture, noTribe)];
    if (!isDeepStrictEqual(there, missing)) calls.push([route, there, missing]);
  }
  const hidden = await (await fixture.person('owner')).put(`/tribes/${fixture.tribeId}`, { isInvisible: true });
  expect([hidden.status, calls.length > 60]).toEqual([200, true]);
  await system.settled();
  const differences: string[] = [];
  for (const [route, there, missing] of calls) {
    for (const caller of outsiders) {
      const [got, wanted] = [await outcomeOf(caller, there), await outcomeOf(caller, missing)];
      if (got !== wanted) differences.push(`${route}: ${got}, and ${wanted} where there is none`);
    }
  }
  expect(differences).toEqual([]);
}, 300_000);

test('somebody who is silenced, though an admin, may use no route that is not a read but those that are listed', async () => {
  const email = 'callada@tribus.test';
  const { body: account } = await admin.post('/admin/users', { email, password: 'una-clave', role: 'admin' });
  const silenced = await Person.logIn(admin.url, email, 'una-clave');
  const words = { kind: 'silence', reason: 'other', message: 'Una pausa de todo lo que escribes.' };
  await admin.post(`/admin/users/${account.id}/sanctions`, words);
  const isRefused = async (caller: Person, route: string) => {
    const [method = '', template = ''] = route.split(' ');
    const { body } = await caller.call(method, template.replaceAll(/\{\w+\}/g, '1'), {});
    return body?.code === 'account_silenced';
  };
  await until(() => isRefused(silenced, 'POST /api/tribes'), 'the silence acts');
  const deviations: string[] = [];
  for (const [route, row] of rows.filter(([route]) => !route.startsWith('GET'))) {
    const caller = row.endsSession ? await silenced.elsewhere() : silenced;
    if ((await isRefused(caller, route)) === openToSilenced.has(route)) deviations.push(route);
  }
  expect(deviations).toEqual([]);
}, 120_000);

test('no part of the system logged a fault', async () => {
  expect(await system.faults()).toEqual([]);
});

interface Stage {
  kind: Kind;
  fixture: TribeFixture;
  /** Of the fixtures that serve one call, or one row. */
  cast: Cast;
  /** Each serves the roles of one row. */
  ofRows: Map<Row, TribeFixture>;
}

/** The usual one, or where a success changes it another tribe; with other people too, where they are what it changes. */
async function fixtureFor(row: Row, wanted: number, { kind, fixture, cast, ofRows }: Stage): Promise<TribeFixture> {
  if (!row.changes || wanted >= 300) return fixture;
  const ofRow = ofRows.get(row);
  if (ofRow) return ofRow;
  const changesTribeAlone = kind !== 'hominini' && row.expects[kind] !== undefined;
  const created = await TribeFixture.createTribe(system, kind, admin, changesTribeAlone ? cast : undefined);
  if (row.changes === 'place') ofRows.set(row, created);
  return created;
}

function isPublished(route: string, status: number): boolean {
  const [method = '', template = ''] = route.split(' ');
  return String(status) in (published[template]?.[method.toLowerCase()]?.responses ?? {});
}

async function statusOf(route: string, row: Row, caller: Caller, fixture: TribeFixture): Promise<number> {
  return answerTo(row.endsSession ? await again(caller) : caller, await callOf(route, row, fixture));
}

interface Call {
  method: string;
  path: string;
  body: unknown;
}

/** What a route is called with; about the fixture's tribe, or about another in the place of it. */
async function callOf(route: string, row: Row, fixture: TribeFixture, tribeId = fixture.tribeId): Promise<Call> {
  const [method = '', template = ''] = route.split(' ');
  const query = row.query ? `?${await row.query(fixture)}` : '';
  const path = `${await fillIn(template, row, fixture, tribeId)}${query.replace(/tribeId=\d+/, `tribeId=${tribeId}`)}`;
  const body = method === 'GET' ? undefined : await row.body?.(fixture);
  return { method, path, body: namesTribe(body, fixture) ? { ...body, tribeId } : body };
}

const namesTribe = (body: unknown, fixture: TribeFixture): body is { tribeId: number } =>
  typeof body === 'object' && body !== null && 'tribeId' in body && body.tribeId === fixture.tribeId;

async function outcomeOf(caller: Caller, { method, path, body }: Call): Promise<string> {
  if (path.endsWith('/stream')) return String(await answerTo(caller, { method, path, body }));
  const answer = await caller.call(method, path, body);
  return `${answer.status} ${answer.body?.code ?? ''}`;
}

/** The status alone: a stream would not end. */
async function answerTo(caller: Caller, { method, path, body }: Call): Promise<number> {
  if (!path.endsWith('/stream')) return (await caller.call(method, path, body)).status;
  const stream = await caller.listen(path);
  stream.close();
  return stream.status;
}

const again = async (caller: Caller): Promise<Caller> => (caller instanceof Person ? caller.elsewhere() : caller);

async function fillIn(template: string, { params = {} }: Row, fixture: TribeFixture, tribeId: number): Promise<string> {
  const known: Record<string, (fixture: TribeFixture) => Promise<string>> = {
    tribeId: async () => String(tribeId),
    postId: () => fixture.postId(),
    commentId: () => fixture.commentId(),
    messageId: () => fixture.messageId(),
    vibeId: () => fixture.vibeId(),
    agentId: () => fixture.agentId(),
    levelId: () => fixture.levelId(),
    challengeId: () => fixture.challengeId(),
    submissionId: () => fixture.submissionId(),
    ...params,
  };
  const words = await Promise.all(
    template.split('/').map(async (word) => (await known[/^\{(\w+)\}$/.exec(word)?.[1] ?? '']?.(fixture)) ?? word),
  );
  return words.join('/');
}
