import { afterEach, expect, test } from '@jest/globals';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { NameServer } from '../testing/name-server.ts';
import { until } from '../testing/until.ts';

// Names are asked for at a server of the test's own, which only this resolver can be told of. Read when it is loaded.
process.env.GRPC_NODE_USE_ALTERNATIVE_RESOLVER = 'true';
const { connect } = await import('./client.ts');
const { GrpcServer } = await import('./server.ts');
const { testContext } = await import('../testing/service.ts');

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A pod of tribes: an address of its own, the port that all have. */
async function startPod(host: string, port: number): Promise<{ port: number; stop(): Promise<void> }> {
  const server = new GrpcServer(testContext('tribes')).serve(
    { getTribes: TribesServiceService.getTribes },
    { getTribes: async () => ({ tribes: [] }) },
  );
  const address = await server.listen(host, port);
  return { port: Number(address.split(':')[1]), stop: () => server.close() };
}

async function callerOf(port: number) {
  const names = await NameServer.open();
  const ctx = testContext('caller');
  closing.push(
    () => names.close(),
    () => ctx.close(),
  );
  const tribes = connect(ctx, TribesServiceService, 'tribes', `dns://127.0.0.1:${names.port}/tribes-grpc:${port}`);
  const answers = () =>
    tribes.getTribes({ ids: [] }).then(
      () => true,
      () => false,
    );
  return { names, answers };
}

test('a caller finds the pod that took the place of the last one, sooner than an answer is kept by default', async () => {
  const first = await startPod('127.0.0.1', 0);
  const { names, answers } = await callerOf(first.port);
  names.addresses = ['127.0.0.1'];
  expect(await answers()).toBe(true);

  await first.stop();
  expect(await answers()).toBe(false);
  const second = await startPod('127.0.0.2', first.port);
  closing.push(second.stop);
  names.addresses = ['127.0.0.2'];
  await until(answers, 'the new pod answers');
});

test('a caller that began before the name was there finds it when it is', async () => {
  const pod = await startPod('127.0.0.1', 0);
  closing.push(pod.stop);
  const { names, answers } = await callerOf(pod.port);
  expect(await answers()).toBe(false);
  names.addresses = ['127.0.0.1'];
  await until(answers, 'it answers');
});

test('a pod that is named and takes no connections yet costs nobody an answer', async () => {
  const pod = await startPod('127.0.0.1', 0);
  closing.push(pod.stop);
  const { names, answers } = await callerOf(pod.port);
  names.addresses = ['127.0.0.1', '127.0.0.2'];
  for (let asked = 0; asked < 20; asked++) expect(await answers()).toBe(true);
});
