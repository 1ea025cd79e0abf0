import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { type HttpClient, Person } from '../people.ts';
import { testWithOwnSystem as test } from '../targets.ts';
import { startTestSystem, type TestSystem } from '../test-system.ts';
import { Cast, TribeFixture } from '../tribe-fixture.ts';
import { matrix } from './matrix.ts';
import { type Kind, kinds, roles } from './roles.ts';
import type { Row } from './rows.ts';
import { openToSilenced } from './silenced.ts';

const rows = Object.values(matrix).flatMap((own) => Object.entries(own));

/** An id without a tribe. */
const noTribe = 2_000_000_000;

interface Operation {
  responses: Record<string, object>;
}

let system: TestSystem;
let admin: Person;
/** Published operations, by path and method. */
let published: Record<string, Record<string, Operation>>;

beforeAll(async () => {
  system = await startTestSystem({ topology: 'one' });
  admin = await system.admin();
  ({ paths: published } = await system.visitor.read('/openapi.json'));
});
afterAll(() => system.close());

test('the table has exactly one row for every published route', () => {
  const routes = Object.entries(published).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(rows.map(([route]) => route).sort()).toEqual(routes.sort());
});

test.each(kinds)(
  'each role in a tribe of the kind %s may use exactly the routes of the table, and gets published statuses',
  async (kind) => {
    const fixture = await TribeFixture.createTribe(system, kind, admin);
    const cast = new Cast(system);
    const ofRows = new Map<Row, TribeFixture>();
    const deviations: string[] = [];
    for (const [route, row] of rows) {
      // Routes without a tribe are tested once, with the people of the private one.
      const expected = row.expects[kind] ?? (kind === 'private' ? row.expects.any : undefined);
      for (const role of roles) {
        const expectedStatus = expected?.[role];
        if (expectedStatus === undefined) continue;
        const chosen = await fixtureFor(row, expectedStatus, { kind, fixture, cast, ofRows });
        const got = await statusOf(route, row, await chosen.client(role), chosen);
        if (got < 300) chosen.forget(row.usesUp ?? []);
        if (got !== expectedStatus) deviations.push(`${route} as ${role}: ${got} instead of ${expectedStatus}`);
        if (!isPublished(route, got)) deviations.push(`${route} as ${role}: ${got} is not published`);
      }
    }
    expect(deviations).toEqual([]);
  },
);

test('an invisible tribe is indistinguishable from a missing one on every route with a tribe', async () => {
  const fixture = await TribeFixture.createTribe(system, 'private', admin);
  const outsiders = [await fixture.client('outsider'), await fixture.client('former'), system.visitor];
  // The content of the tribe is created before it becomes invisible.
  const calls: [string, Call, Call][] = [];
  for (const [route, row] of rows) {
    const [existing, missing] = [await callOf(route, row, fixture), await callOf(route, row, fixture, noTribe)];
    if (!isDeepStrictEqual(existing, missing)) calls.push([route, existing, missing]);
  }
  const hidden = await (await fixture.person('owner')).put(`/tribes/${fixture.tribeId}`, { isInvisible: true });
  expect([hidden.status, calls.length > 60]).toEqual([200, true]);
  await system.settled();
  const differences: string[] = [];
  for (const [route, existing, missing] of calls) {
    for (const client of outsiders) {
      const [got, expectedStatus] = [await outcomeOf(client, existing), await outcomeOf(client, missing)];
      if (got !== expectedStatus) differences.push(`${route}: ${got}, and ${expectedStatus} where there is none`);
    }
  }
  expect(differences).toEqual([]);
});

test('a silenced person, even an admin, may use only reads and the listed routes', async () => {
  const email = 'callada@tribus.test';
  const { body: account } = await admin.post('/admin/users', { email, password: 'una-clave', role: 'admin' });
  const silenced = await Person.logIn(admin.url, email, 'una-clave');
  const silence = { kind: 'silence', reason: 'other', message: 'Una pausa de todo lo que escribes.' };
  await admin.post(`/admin/users/${account.id}/sanctions`, silence);
  const isRefused = async (client: Person, route: string) => {
    const [method = '', template = ''] = route.split(' ');
    const { body } = await client.call(method, template.replaceAll(/\{\w+\}/g, '1'), {});
    return body?.code === 'account_silenced';
  };
  await until(() => isRefused(silenced, 'POST /api/tribes'), 'the silence acts');
  const deviations: string[] = [];
  for (const [route, row] of rows.filter(([route]) => !route.startsWith('GET'))) {
    const client = row.endsSession ? await silenced.signInAgain() : silenced;
    if ((await isRefused(client, route)) === openToSilenced.has(route)) deviations.push(route);
  }
  expect(deviations).toEqual([]);
});

test('no service logged a fault', async () => {
  expect(await system.faults()).toEqual([]);
});

interface Stage {
  kind: Kind;
  fixture: TribeFixture;
  /** Shared by the fixtures of one call or one row. */
  cast: Cast;
  /** Fixtures shared by all roles of a row. */
  ofRows: Map<Row, TribeFixture>;
}

/**
 * Returns the shared fixture, or another tribe when a success changes it; with other people, too, when it changes them.
 */
async function fixtureFor(
  row: Row,
  expectedStatus: number,
  { kind, fixture, cast, ofRows }: Stage,
): Promise<TribeFixture> {
  if (!row.changes || expectedStatus >= 300) return fixture;
  const ofRow = ofRows.get(row);
  if (ofRow) return ofRow;
  const changesOnlyTribe = kind !== 'hominini' && row.expects[kind] !== undefined;
  const created = await TribeFixture.createTribe(system, kind, admin, changesOnlyTribe ? cast : undefined);
  if (row.changes === 'membership') ofRows.set(row, created);
  return created;
}

function isPublished(route: string, status: number): boolean {
  const [method = '', template = ''] = route.split(' ');
  return String(status) in (published[template]?.[method.toLowerCase()]?.responses ?? {});
}

async function statusOf(route: string, row: Row, client: HttpClient, fixture: TribeFixture): Promise<number> {
  return statusFor(row.endsSession ? await again(client) : client, await callOf(route, row, fixture));
}

interface Call {
  method: string;
  path: string;
  body: unknown;
}

/** Returns the call of a route for the fixture's tribe, or with another tribe's id in its place. */
async function callOf(route: string, row: Row, fixture: TribeFixture, tribeId = fixture.tribeId): Promise<Call> {
  const [method = '', template = ''] = route.split(' ');
  const query = row.query ? `?${await row.query(fixture)}` : '';
  const path = `${await fillIn(template, row, fixture, tribeId)}${query.replace(/tribeId=\d+/, `tribeId=${tribeId}`)}`;
  const body = method === 'GET' ? undefined : await row.body?.(fixture);
  return { method, path, body: namesTribe(body, fixture) ? { ...body, tribeId } : body };
}

const namesTribe = (body: unknown, fixture: TribeFixture): body is { tribeId: number } =>
  typeof body === 'object' && body !== null && 'tribeId' in body && body.tribeId === fixture.tribeId;

async function outcomeOf(client: HttpClient, { method, path, body }: Call): Promise<string> {
  if (path.endsWith('/stream')) return String(await statusFor(client, { method, path, body }));
  const response = await client.call(method, path, body);
  return `${response.status} ${response.body?.code ?? ''}`;
}

/** Returns only the status, because a stream would not end. */
async function statusFor(client: HttpClient, { method, path, body }: Call): Promise<number> {
  if (!path.endsWith('/stream')) return (await client.call(method, path, body)).status;
  const stream = await client.listen(path);
  stream.close();
  return stream.status;
}

const again = async (client: HttpClient): Promise<HttpClient> =>
  client instanceof Person ? client.signInAgain() : client;

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
  const silence = await Promise.all(
    template.split('/').map(async (word) => (await known[/^\{(\w+)\}$/.exec(word)?.[1] ?? '']?.(fixture)) ?? word),
  );
  return silence.join('/');
}
