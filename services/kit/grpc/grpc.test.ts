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

test('a call carries the actor and the request id', async () => {
  let received: { actor: Actor; requestId: string } | undefined;
  const { tribes } = await tribesWith({
    getTribes: async (_request, call) => {
      received = call;
      return { tribes: [] };
    },
  });
  const context = { requestId: 'r-1', actor: userActor('u-1', { language: 'zh' }), deadline: Number.POSITIVE_INFINITY };
  await runInContext(context, () => tribes.getTribes({ ids: [38] }));
  expect(received).toMatchObject({ requestId: 'r-1', actor: { kind: 'user', id: 'u-1', language: 'zh' } });
});

test('calls are balanced over the replicas of a peer, also after one has stopped', async () => {
  const answered: number[] = [];
  const replicas = await Promise.all([0, 1].map((replica) => tribesWith({ getTribes: async () => answer(replica) })));
  const answer = (replica: number) => {
    answered.push(replica);
    return { tribes: [] };
  };
  const ctx = testContext('caller');
  closing.push(() => ctx.close());
  const addresses = replicas.map(({ peer }) => peer.address).join(',');
  const tribes = connect(ctx, TribesServiceService, 'tribes', `ipv4:${addresses}`);
  await until(async () => {
    await tribes.getTribes({ ids: [] });
    return new Set(answered).size === 2;
  }, 'both replicas answer');
  answered.splice(0);
  for (let calls = 0; calls < 10; calls++) await tribes.getTribes({ ids: [] });
  expect(answered.filter((replica) => replica === 0)).toHaveLength(5);

  await replicas[0]?.peer.stop();
  answered.splice(0);
  for (let calls = 0; calls < 10; calls++) await tribes.getTribes({ ids: [] });
  expect(answered).toEqual(Array(10).fill(1));
});

/** Replaces the enum at the end of a message with a value that the contract does not define. */
const withUnknownEnum = (bytes: Buffer): Buffer => Buffer.concat([bytes.subarray(0, -1), Buffer.of(99)]);

test('a request with an unknown enum value is refused as a client error', async () => {
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

test('a response with an unknown enum value fails the call', async () => {
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

test('a call without an internal token is UNAUTHENTICATED', async () => {
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

test('an error of the peer arrives with its code, status and message', async () => {
  const { tribes } = await tribesWith({
    getTribes: async () => {
      throw errors.fail('tribe_limit', { max: 3 });
    },
  });
  const error = await tribes.getTribes({ ids: [] }).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'tribe_limit', status: 403 });
  expect(error.text('es')).toBe('Máximo 3');
});

test('a fault of the peer arrives without its message', async () => {
  const { tribes } = await tribesWith({
    getTribes: async () => {
      throw new Error('a secret');
    },
  });
  const error = await tribes.getTribes({ ids: [] }).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'internal' });
  expect(String(error.message)).not.toContain('secret');
});

test('a call to a stopped peer is unavailable and does not stop the client', async () => {
  const { peer, tribes, ctx } = await tribesWith({ getTribes: async () => ({ tribes: [] }) });
  await peer.stop();
  await expect(tribes.getTribes({ ids: [] })).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  expect(ctx.stopping.aborted).toBe(false);
});

test('a read reaches a peer that has just restarted, despite the back-off of the channel', async () => {
  const { peer, timeLimits, tribes } = await tribesWith({ getTribes: async () => ({ tribes: [] }) });
  await peer.stop();
  await expect(tribes.getTribes({ ids: [] })).rejects.toMatchObject({ code: 'unavailable' });
  const back = new GrpcServer(testContext('tribes')).serve(
    { getTribes: TribesServiceService.getTribes },
    { getTribes: async () => ({ tribes: [] }) },
  );
  closing.push(() => back.close());
  timeLimits.reconnectMs = 60_000;
  const pending = tribes.getTribes({ ids: [] });
  await back.listen('127.0.0.1', Number(peer.address.split(':')[1]));
  await expect(pending).resolves.toEqual({ tribes: [] });
});

test.each([
  ['NO_SIDE_EFFECTS', 2],
  ['IDEMPOTENT', 2],
  ['IDEMPOTENCY_UNKNOWN', 1],
  [undefined, 1],
] as const)('a call with idempotency level %s to an unavailable peer is sent %d times', async (level, times) => {
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

test('a call does not exceed the deadline of the current request', async () => {
  const { tribes } = await tribesWith({ getTribes: () => new Promise(() => undefined) });
  const context = { requestId: 'r', actor: userActor('u'), deadline: Date.now() + 100 };
  await expect(runInContext(context, () => tribes.getTribes({ ids: [] }))).rejects.toMatchObject({ code: 'timeout' });
});
