import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** The request behind each permission of a response. */
const attempts = {
  canRead: (actor: Actor, id: number) => bench.service.as(actor).get(`/tribes/${id}/members`),
  canModerate: (actor: Actor, id: number) => bench.service.as(actor).put(`/tribes/${id}`, { description: 'x' }),
  canRename: (actor: Actor, id: number) => bench.service.as(actor).put(`/tribes/${id}`, { name: unique('Otra') }),
  canDelete: (actor: Actor, id: number) => bench.service.as(actor).delete(`/tribes/${id}`),
  canLeave: (actor: Actor, id: number) => bench.service.as(actor).post(`/tribes/${id}/leave`),
};
const permissions = Object.keys(attempts) as (keyof typeof attempts)[];

async function scene() {
  const [owner, member, pending, outsider] = [person(), person(), person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, member);
  await bench.service.as(owner).put(`/tribes/${id}`, { requiresApproval: true });
  await bench.service.as(pending).post(`/tribes/${id}/join-request`);
  return { id, people: { owner, member, pending, outsider, admin } };
}

test.each([
  ['owner', ['canRead', 'canModerate', 'canRename', 'canDelete']],
  ['member', ['canRead', 'canLeave']],
  ['pending', []],
  ['outsider', []],
  ['admin', ['canRead', 'canModerate', 'canRename', 'canDelete']],
] as const)(
  'the permissions shown to its %s are exactly the requests that succeed',
  async (role, allowed: readonly string[]) => {
    for (const permission of permissions) {
      const { id, people } = await scene();
      const offered = (await bench.service.as(people[role]).get(`/tribes/${id}`)).body[permission];
      const { status } = await attempts[permission](people[role], id);
      const may = allowed.includes(permission);
      expect({ permission, offered, done: status === 200 }).toEqual({ permission, offered: may, done: may });
    }
  },
);

test('hominini can be read, and site admins can moderate but not rename, delete or leave it', async () => {
  for (const [actor, allowed] of [
    [person(), ['canRead']],
    [admin, ['canRead', 'canModerate']],
  ] as const)
    for (const permission of permissions) {
      await bench.rpc.ensureHomininiMember({ userId: actor.id });
      const offered = (await bench.service.as(actor).get(`/tribes/${homininiId}`)).body[permission];
      const { status } = await attempts[permission](actor, homininiId);
      const may = (allowed as readonly string[]).includes(permission);
      expect({ permission, offered, done: status === 200 }).toEqual({ permission, offered: may, done: may });
    }
});
