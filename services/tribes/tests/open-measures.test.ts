import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const as = (actor: Actor) => bench.service.as(actor);
const inDays = (days: number) => new Date(bench.clock.now().getTime() + days * dayMs).toISOString();
const restrict = (actor: Actor, id: number, userId: string) =>
  as(actor).put(`/tribes/${id}/members/${userId}/restriction`, { reason: 'Calma', endsAt: inDays(2) });
const ban = (actor: Actor, id: number, userId: string) =>
  as(actor).post(`/tribes/${id}/bans`, { userId, reason: 'Ya basta' });

/** A tribe with one person of each kind, above and below its moderators. */
async function setUp() {
  const [owner, officer, otherOfficer, member] = [person(), person(), person(), person()];
  const [calmedByOfficer, calmedByOwner, calmedByAdmin, officerCalmed] = Array.from({ length: 4 }, () => person()) as [
    Actor,
    Actor,
    Actor,
    Actor,
  ];
  const id = await bench.createTribe(owner);
  const people = { officer, otherOfficer, member, calmedByOfficer, calmedByOwner, calmedByAdmin, officerCalmed };
  await bench.join(id, ...Object.values(people), admin);
  for (const { id: userId } of [officer, otherOfficer, officerCalmed])
    await as(owner).put(`/tribes/${id}/members/${userId}/role`, { role: 'officer' });
  await restrict(otherOfficer, id, calmedByOfficer.id);
  await restrict(owner, id, calmedByOwner.id);
  await restrict(admin, id, calmedByAdmin.id);
  await restrict(owner, id, officerCalmed.id);
  return { id, owner, officer, people: { owner, ...people, admin } };
}

type Found = Awaited<ReturnType<typeof setUp>>;
const actors = { officer: ({ officer }: Found) => officer, owner: ({ owner }: Found) => owner, admin: () => admin };

interface Listed {
  user: { id: string };
  role: string;
  [flag: string]: unknown;
}

const commands: Record<string, (actor: Actor, id: number, member: Listed) => Promise<{ status: number }>> = {
  canSetRole: (actor, id, { user, role }) =>
    as(actor).put(`/tribes/${id}/members/${user.id}/role`, { role: role === 'officer' ? 'member' : 'officer' }),
  canRestrict: (actor, id, { user }) => restrict(actor, id, user.id),
  canLift: (actor, id, { user }) => as(actor).delete(`/tribes/${id}/members/${user.id}/restriction`),
  canRemove: (actor, id, { user }) => as(actor).delete(`/tribes/${id}/members/${user.id}`),
  canBan: (actor, id, { user }) => ban(actor, id, user.id),
};

const members = ['member', 'calmedByOfficer', 'calmedByOwner', 'calmedByAdmin', 'admin'];
const officers = ['officer', 'otherOfficer', 'officerCalmed'];
const without = (names: readonly string[], ...left: string[]) => names.filter((name) => !left.includes(name));

const over: Record<keyof typeof actors, Record<string, string[]>> = {
  officer: {
    canSetRole: [],
    canRestrict: without(members, 'calmedByOwner', 'calmedByAdmin'),
    canLift: ['calmedByOfficer'],
    canRemove: members,
    canBan: members,
  },
  owner: {
    canSetRole: [...members, ...officers],
    canRestrict: [...without(members, 'calmedByAdmin'), ...officers],
    canLift: ['calmedByOfficer', 'calmedByOwner', 'officerCalmed'],
    canRemove: [...members, ...officers],
    canBan: [...members, ...officers],
  },
  admin: {
    canSetRole: [...members, ...officers],
    canRestrict: [...without(members, 'admin'), ...officers, 'owner'],
    canLift: ['calmedByOfficer', 'calmedByOwner', 'calmedByAdmin', 'officerCalmed'],
    canRemove: [...without(members, 'admin'), ...officers],
    canBan: [...without(members, 'admin'), ...officers],
  },
};

test.each(
  (['officer', 'owner', 'admin'] as const).flatMap((viewerRole) =>
    Object.keys(commands).map((flag) => [viewerRole, flag] as const),
  ),
)('an %s gets %s in the member list exactly where the command succeeds', async (viewerRole, flag) => {
  const found = await setUp();
  const actor = actors[viewerRole](found);
  const wanted = over[viewerRole][flag]?.toSorted();
  const { items } = (await as(actor).get(`/tribes/${found.id}/members`)).body as { items: Listed[] };
  const nameOf = new Map(Object.entries(found.people).map(([name, { id }]) => [id, name]));
  const permitted = items.filter((each) => each[flag] === true).map(({ user }) => nameOf.get(user.id));
  const done: unknown[] = [];
  for (const member of items) {
    const { status } = (await commands[flag]?.(actor, found.id, member)) ?? { status: 0 };
    if (status < 300) done.push(nameOf.get(member.user.id));
  }
  expect({ permitted: permitted.toSorted(), done: done.toSorted() }).toEqual({ permitted: wanted, done: wanted });
});

test.each(['officer', 'owner', 'admin'] as const)(
  'an %s gets canLift in the list of bans exactly where lifting succeeds',
  async (viewerRole) => {
    const found = await setUp();
    const [byOfficer, byOwner, byAdmin] = [person(), person(), person()];
    await bench.join(found.id, byOfficer, byOwner, byAdmin);
    await ban(found.officer, found.id, byOfficer.id);
    await ban(found.owner, found.id, byOwner.id);
    await ban(admin, found.id, byAdmin.id);
    // A site admin still sees the list, and is banned like any user.
    await ban(found.owner, found.id, admin.id);
    const actor = actors[viewerRole](found);
    const { items } = (await as(actor).get(`/tribes/${found.id}/bans`)).body;
    expect(items).toHaveLength(4);
    for (const { user, canLift } of items) {
      const { status } = await as(actor).delete(`/tribes/${found.id}/bans/${user.id}`);
      expect([user.id, status < 300]).toEqual([user.id, canLift]);
    }
    const lifted = items.filter(({ canLift }: { canLift: boolean }) => canLift).length;
    expect(lifted).toBe({ officer: 1, owner: 3, admin: 3 }[viewerRole]);
  },
);

test('no one gets canRemove in hominini, and members get no permissions over others', async () => {
  const member = person();
  await as(admin).post(`/admin/users/${member.id}/memberships`, { tribeId: homininiId });
  const listed = async (actor: Actor) =>
    (await as(actor).get(`/tribes/${homininiId}/members?limit=100`)).body.items.find(
      ({ user }: { user: { id: string } }) => user.id === member.id,
    );
  expect(await listed(admin)).toMatchObject({ canRestrict: true, canRemove: false, canBan: false });
  const flags = Object.keys(commands);
  expect(Object.keys(await listed(member)).filter((key) => flags.includes(key))).toEqual([]);
});
