import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { afterEach, expect, test } from '@jest/globals';
import { ListMembershipsResponse, TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { type Actor, userActor } from '../core/actor.ts';
import { defineErrors, fail } from '../core/errors.ts';
import { runInContext } from '../core/request-context.ts';
import { stubPeer, testContext } from '../testing/service.ts';
import { until } from '../testing/until.ts';
import { connect } from './client.ts';
import { GrpcServer, type Handlers } from './server.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const errors = defineErrors({ tribe_limit: { status: 403, es: 'Máximo {max}', en: 'At most {max}', zh: '最多{max}' } });

async function tribesWith(handlers: Partial<Handlers<TribesServiceService>>) {
  const unused = async () => {
    throw fail('not_found');
  };
  const none = Object.fromEntries(Object.keys(TribesServiceService).map((name) => [name, unused]));
  const all = { ...none, ...handlers } as Handlers<TribesServiceService>;
  const peer = await stubPeer('tribes', TribesServiceService, all);
  const ctx = testContext('caller');
  closing.push(
    () => peer.stop(),
    () => ctx.close(),
  );
  const timeLimits = { ...ctx.timeLimits };
  return {
    peer,
    ctx,
    timeLimits,
    tribes: connect({ ...ctx, timeLimits }, TribesServiceService, 'tribes', peer.address),
  };
}

test('a call carries who is behind it and the id of the request', async () => {
  let seen: { actor: Actor; requestId: string } | undefined;
  const { tribes } = await tribesWith({
    getTribes: async (_request, call) => {
      seen = call;
      return { tribes: [] };
    },
  });
  const scope = { requestId: 'r-1', actor: userActor('u-1', { language: 'zh' }), deadline: Number.POSITIVE_INFINITY };
  await runInContext(scope, () => tribes.getTribes({ ids: [38] }));
  expect(seen).toMatchObject({ requestId: 'r-1', actor: { kind: 'user', id: 'u-1', language: 'zh' } });
});

test('the copies of a peer take turns, and one that goes is not missed', async () => {
  const answered: number[] = [];
  const copies = await Promise.all([0, 1].map((copy) => tribesWith({ getTribes: async () => answering(copy) })));
  const answering = (copy: number) => {
    answered.push(copy);
    return { tribes: [] };
  };
  const ctx = testContext('caller');
  closing.push(() => ctx.close());
  const addresses = copies.map(({ peer }) => peer.address).join(',');
  const tribes = connect(ctx, TribesServiceService, 'tribes', `ipv4:${addresses}`);
  await until(async () => {
    await tribes.getTribes({ ids: [] });
    return new Set(answered).size === 2;
  }, 'both copies answer');
  answered.splice(0);
  for (let asked = 0; asked < 10; asked++) await tribes.getTribes({ ids: [] });
  expect(answered.filter((copy) => copy === 0)).toHaveLength(5);

  await copies[0]?.peer.stop();
  answered.splice(0);
  for (let asked = 0; asked < 10; asked++) await tribes.getTribes({ ids: [] });
  expect(answered).toEqual(Array(10).fill(1));
});

/** A message that ends with an enum, whose number becomes one that the contract does not have. */
const withUnknownEnum = (bytes: Buffer): Buffer => Buffer.concat([bytes.subarray(0, -1), Buffer.of(99)]);

test('a request with an enum value that the contract does not have is refused as the caller’s mistake', async () => {
  const { peer, ctx } = await tribesWith({ listMemberships: async () => ({ memberships: [] }) });
  const { listMemberships } = TribesServiceService;
  const requestSerialize: typeof listMemberships.requestSerialize = (request) =>
    withUnknownEnum(listMemberships.requestSerialize(request));
  const newer = connect(ctx, { listMemberships: { ...listMemberships, requestSerialize } }, 'tribes', peer.address);
  const tribes = connect(ctx, TribesServiceService, 'tribes', peer.address);
  const request = { userId: 'u', statuses: ['active' as const] };
  await expect(newer.listMemberships(request)).rejects.toMatchObject({ code: 'invalid_input', status: 400 });
  expect(await tribes.listMemberships(request)).toEqual({ memberships: [] });
});

test('an answer with an enum value that the contract does not have fails the call', async () => {
  const { listMemberships } = TribesServiceService;
  const responseSerialize: typeof listMemberships.responseSerialize = (answer) =>
    withUnknownEnum(listMemberships.responseSerialize(answer));
  const newer = { listMemberships: { ...listMemberships, responseSerialize } };
  const answer = ListMembershipsResponse.fromPartial({ memberships: [{ membership: { status: 'active' } }] });
  const peer = await stubPeer('tribes', newer, { listMemberships: async () => answer });
  const ctx = testContext('caller');
  closing.push(
    () => peer.stop(),
    () => ctx.close(),
  );
  const tribes = connect(ctx, TribesServiceService, 'tribes', peer.address);
  await expect(tribes.listMemberships({ userId: 'u', statuses: [] })).rejects.toThrow('Unrecognized enum value 99');
});

test('without an internal token a call is UNAUTHENTICATED', async () => {
  const { peer } = await tribesWith({});
  const raw = new Client(peer.address, credentials.createInsecure());
  closing.push(async () => raw.close());
  const { path, requestSerialize, responseDeserialize } = TribesServiceService.getTribes;
  const code = await new Promise((resolve) => {
    raw.makeUnaryRequest(path, requestSerialize, responseDeserialize, { ids: [] }, new Metadata(), (error) =>
      resolve(error?.code),
    );
  });
  expect(code).toBe(16);
});

test('an error of the peer arrives with its code, status and sentence', async () => {
  const { tribes } = await tribesWith({
    getTribes: async () => {
      throw errors.fail('tribe_limit', { max: 3 });
    },
  });
  const error = await tribes.getTribes({ ids: [] }).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'tribe_limit', status: 403 });
  expect(error.text('es')).toBe('Máximo 3');
});

test('a fault of the peer arrives without its words', async () => {
  const { tribes } = await tribesWith({
    getTribes: async () => {
      throw new Error('a secret');
    },
  });
  const error = await tribes.getTribes({ ids: [] }).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'internal' });
  expect(String(error.message)).not.toContain('secret');
});

test('a peer that is away is said to be unavailable, and found again when it is back', async () => {
  const { peer, tribes, ctx } = await tribesWith({ getTribes: async () => ({ tribes: [] }) });
  await peer.stop();
  await expect(tribes.getTribes({ ids: [] })).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  expect(ctx.stopping.aborted).toBe(false);
});

test('a read finds a peer that has just come back, though the channel pauses after a failure', async () => {
  const { peer, timeLimits, tribes } = await tribesWith({ getTribes: async () => ({ tribes: [] }) });
  await peer.stop();
  await expect(tribes.getTribes({ ids: [] })).rejects.toMatchObject({ code: 'unavailable' });
  const back = new GrpcServer(testContext('tribes')).serve(
    { getTribes: TribesServiceService.getTribes },
    { getTribes: async () => ({ tribes: [] }) },
  );
  closing.push(() => back.close());
  timeLimits.reconnectMs = 60_000;
  const asked = tribes.getTribes({ ids: [] });
  await back.listen('127.0.0.1', Number(peer.address.split(':')[1]));
  await expect(asked).resolves.toEqual({ tribes: [] });
});

test.each([
  ['NO_SIDE_EFFECTS', 2],
  ['IDEMPOTENT', 2],
  ['IDEMPOTENCY_UNKNOWN', 1],
  [undefined, 1],
] as const)('a call that the contract marks %s is sent so often to a peer that is away: %d', async (level, times) => {
  const { idempotencyLevel: _, ...unmarked } = TribesServiceService.getTribes;
  const definition = { getTribes: level ? { ...unmarked, idempotencyLevel: level } : unmarked };
  let calls = 0;
  const peer = await stubPeer('tribes', definition, {
    getTribes: async () => {
      calls++;
      throw fail('unavailable');
    },
  });
  const ctx = testContext('caller');
  closing.push(
    () => peer.stop(),
    () => ctx.close(),
  );
  const tribes = connect(ctx, definition, 'tribes', peer.address);
  await expect(tribes.getTribes({ ids: [] })).rejects.toMatchObject({ code: 'unavailable' });
  expect(calls).toBe(times);
});

test('nobody waits past the deadline of the request being served', async () => {
  const { tribes } = await tribesWith({ getTribes: () => new Promise(() => undefined) });
  const scope = { requestId: 'r', actor: userActor('u'), deadline: Date.now() + 100 };
  await expect(runInContext(scope, () => tribes.getTribes({ ids: [] }))).rejects.toMatchObject({ code: 'timeout' });
});
