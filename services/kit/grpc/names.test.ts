import { afterEach, expect, test } from '@jest/globals';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { NameServer } from '../testing/name-server.ts';
import { until } from '../testing/until.ts';

// Only this resolver can use the test's own DNS server. The variable is read when the module is loaded.
process.env.GRPC_NODE_USE_ALTERNATIVE_RESOLVER = 'true';
const { connect } = await import('./client.ts');
const { GrpcServer } = await import('./server.ts');
const { testContext } = await import('../testing/service.ts');

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Starts a pod of tribes with its own address and the common port. */
async function startPod(host: string, port: number): Promise<{ port: number; stop(): Promise<void> }> {
  const server = new GrpcServer(testContext('tribes')).serve(
    { getTribes: TribesServiceService.getTribes },
    { getTribes: async () => ({ tribes: [] }) },
  );
  const address = await server.listen(host, port);
  return { port: Number(address.split(':')[1]), stop: () => server.close() };
}

async function openClient(port: number) {
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

test('a client finds a replacement pod sooner than the default DNS cache allows', async () => {
  const first = await startPod('127.0.0.1', 0);
  const { names, answers } = await openClient(first.port);
  names.addresses = ['127.0.0.1'];
  expect(await answers()).toBe(true);

  await first.stop();
  expect(await answers()).toBe(false);
  const second = await startPod('127.0.0.2', first.port);
  closing.push(second.stop);
  names.addresses = ['127.0.0.2'];
  await until(answers, 'the new pod answers');
});

test('a client started before the name exists finds it later', async () => {
  const pod = await startPod('127.0.0.1', 0);
  closing.push(pod.stop);
  const { names, answers } = await openClient(pod.port);
  expect(await answers()).toBe(false);
  names.addresses = ['127.0.0.1'];
  await until(answers, 'it answers');
});

test('a pod that is in DNS but does not accept connections yet fails no call', async () => {
  const pod = await startPod('127.0.0.1', 0);
  closing.push(pod.stop);
  const { names, answers } = await openClient(pod.port);
  names.addresses = ['127.0.0.1', '127.0.0.2'];
  for (let calls = 0; calls < 20; calls++) expect(await answers()).toBe(true);
});
