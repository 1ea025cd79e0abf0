import { afterAll, beforeAll, expect } from '@jest/globals';
import { type Caller, Person } from '../people.ts';
import { testOfOwn as test } from '../targets.ts';
import { startTestSystem, type TestSystem } from '../test-system.ts';
import { TribeFixture } from '../tribe-fixture.ts';
import { matrix } from './matrix.ts';
import { type Kind, kinds, type Role, roles } from './roles.ts';
import type { Row } from './rows.ts';

const rows = Object.values(matrix).flatMap((own) => Object.entries(own));

let system: TestSystem;
let admin: Person;

beforeAll(async () => {
  system = await startTestSystem({ topology: 'one' });
  admin = await system.admin();
}, 60_000);
afterAll(() => system.close(), 30_000);

test('the table has a row for every published route, and no other', async () => {
  const { paths } = await system.visitor.read('/openapi.json');
  const published = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(rows.map(([route]) => route).sort()).toEqual(published.sort());
});

test.each(kinds)(
  'in a tribe that is %s everybody may do what the table says, and nothing else',
  async (kind) => {
    const fixture = await TribeFixture.createTribe(system, kind, admin);
    const deviations: string[] = [];
    for (const [route, row] of rows) {
      // What knows of no tribe is looked at once, by the people of the private one.
      const expected = row.expects[kind] ?? (kind === 'private' ? row.expects.any : undefined);
      for (const role of roles) {
        const wanted = expected?.[role];
        if (wanted === undefined) continue;
        const got = await statusOf(route, row, role, wanted, kind, fixture);
        if (got !== wanted) deviations.push(`${route} as ${role}: ${got} instead of ${wanted}`);
      }
    }
    expect(deviations).toEqual([]);
  },
  120_000,
);

test('no part of the system logged a fault', async () => {
  expect(await system.faults()).toEqual([]);
});

async function statusOf(route: string, row: Row, role: Role, wanted: number, kind: Kind, usual: TribeFixture) {
  const fixture = row.changes && wanted < 300 ? await TribeFixture.createTribe(system, kind, admin) : usual;
  const caller = await fixture.caller(role);
  const [method = '', template = ''] = route.split(' ');
  const path = `${await fillIn(template, row, fixture)}${row.query ? `?${await row.query(fixture)}` : ''}`;
  const body = method === 'GET' ? undefined : await row.body?.(fixture);
  return answerTo(row.endsSession ? await again(caller) : caller, method, path, body);
}

/** The status alone: a stream would not end. */
async function answerTo(caller: Caller, method: string, path: string, body: unknown): Promise<number> {
  if (!path.endsWith('/stream')) return (await caller.call(method, path, body)).status;
  const stream = await caller.listen(path);
  stream.close();
  return stream.status;
}

const again = async (caller: Caller): Promise<Caller> => (caller instanceof Person ? caller.elsewhere() : caller);

async function fillIn(template: string, { params = {} }: Row, fixture: TribeFixture): Promise<string> {
  const known: Record<string, (fixture: TribeFixture) => Promise<string>> = {
    tribeId: async () => String(fixture.tribeId),
    postId: () => fixture.postId(),
    commentId: () => fixture.commentId(),
    messageId: () => fixture.messageId(),
    vibeId: () => fixture.vibeId(),
    agentId: () => fixture.agentId(),
    ...params,
  };
  const words = await Promise.all(
    template.split('/').map(async (word) => (await known[/^\{(\w+)\}$/.exec(word)?.[1] ?? '']?.(fixture)) ?? word),
  );
  return words.join('/');
}
