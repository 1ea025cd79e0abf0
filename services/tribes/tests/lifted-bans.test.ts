import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { MemberUnbanned } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const as = (actor: Actor) => bench.service.as(actor);
const ban = (actor: Actor, id: number, userId: string) =>
  as(actor).post(`/tribes/${id}/bans`, { userId, reason: 'Insultos repetidos' });
const lift = (actor: Actor, id: number, userId: string) => as(actor).delete(`/tribes/${id}/bans/${userId}`);
const emitted = async (id: number) => (await bench.events(MemberUnbanned)).filter(({ tribeId }) => tribeId === id);

async function scene() {
  const [owner, member] = [person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, member);
  return { id, owner, member };
}

test('a lifted ban is announced once, and as that of a stranger only for a user who was never a member', async () => {
  const { id, owner, member } = await scene();
  const outsider = person();
  for (const { id: userId } of [member, outsider]) {
    await ban(owner, id, userId);
    expect((await lift(owner, id, userId)).status).toBe(200);
    expect((await lift(owner, id, userId)).status).toBe(404);
  }
  expect(await emitted(id)).toEqual([
    { tribeId: id, userId: member.id, isStranger: false },
    { tribeId: id, userId: outsider.id, isStranger: true },
  ]);
});

test('a revoked case announces the end of its ban unless another ban is in force or its own had already ended', async () => {
  const { id, owner, member } = await scene();
  const caseBan = (causeId: string, until: string) =>
    bench.rpc.banMember({
      tribeId: id,
      userId: member.id,
      reason: 'Caso',
      authority: 'admin',
      byUserId: '',
      until,
      causeId: `${causeId}-${id}`,
    });
  const revoke = (causeId: string) => bench.rpc.liftBan({ causeId: `${causeId}-${id}` });
  await ban(owner, id, member.id);
  await caseBan('first', '');
  await revoke('first');
  expect(await emitted(id)).toEqual([]);
  await lift(admin, id, member.id);
  expect(await emitted(id)).toHaveLength(1);
  await caseBan('second', '');
  for (let times = 0; times < 2; times += 1) await revoke('second');
  expect(await emitted(id)).toHaveLength(2);
  await caseBan('third', new Date(bench.clock.now().getTime() + dayMs).toISOString());
  bench.clock.advance(2 * dayMs);
  await revoke('third');
  expect(await emitted(id)).toHaveLength(2);
});
