import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { testContext } from '../testing/service.ts';
import { until } from '../testing/until.ts';
import { closeServer, listen } from './listen.ts';

/** Long enough that a test which waits for it fails. */
const graceMs = 3_600_000;

const listenWith = (handle: Parameters<typeof listen>[0]) =>
  listen(handle, { host: '127.0.0.1', port: 0, log: testContext().log });

/** Sends a request on the connection of `agent`; rejects when it is not answered. */
async function send(url: string, agent: Agent): Promise<string> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent }, resolve).on('error', reject);
  });
  await text(answer);
  return answer.headers.connection ?? '';
}

const openAgent = () => new Agent({ keepAlive: true, maxSockets: 1 });

test('clients that keep sending while the server closes get a response to each request, and end the close', async () => {
  let begun = 0;
  const { server, url } = await listenWith((_req, res) => {
    begun += 1;
    setImmediate(() => res.end('ok'));
  });
  let answered = 0;
  const sendUntilLast = async () => {
    const agent = openAgent();
    for (let connection = ''; connection !== 'close'; answered += 1) connection = await send(url, agent);
    agent.destroy();
  };
  const clients = Promise.all(Array.from({ length: 20 }, sendUntilLast));
  await until(() => answered > 200, 'all clients are sending');
  await closeServer(server, graceMs);
  await clients;
  expect(answered).toBe(begun);
});

test('a response in progress when the server begins to close is the last one of its connection', async () => {
  let answer: () => void = () => undefined;
  const { server, url } = await listenWith((_req, res) => {
    answer = () => res.end('ok');
  });
  const idle = answer;
  const agent = openAgent();
  const sent = send(url, agent);
  await until(() => answer !== idle, 'the request is received');
  const closed = closeServer(server, graceMs);
  answer();
  expect(await sent).toBe('close');
  await closed;
  agent.destroy();
});

test('an idle connection, and one whose response began before, do not delay the close', async () => {
  let end: () => void = () => undefined;
  const { server, url } = await listenWith((req, res) => {
    res.write('begun');
    if (req.url === '/idle') return void res.end();
    end = () => res.end();
  });
  const ending = end;
  const agents = [openAgent(), openAgent()] as const;
  expect(await send(`${url}/idle`, agents[0])).toBe('keep-alive');
  const sent = send(`${url}/begun`, agents[1]);
  await until(() => end !== ending, 'the response has begun');
  const closed = closeServer(server, graceMs);
  end();
  expect(await sent).toBe('keep-alive');
  await closed;
  for (const agent of agents) agent.destroy();
});

test('a response that does not end is cut after the grace period', async () => {
  let isBegun = false;
  const { server, url } = await listenWith((_req, res) => {
    isBegun = true;
    res.write('endless');
  });
  const agent = openAgent();
  const sent = send(url, agent).catch((error: NodeJS.ErrnoException) => error.code);
  await until(() => isBegun, 'the response has begun');
  await closeServer(server, 0);
  expect(await sent).toBe('ECONNRESET');
  agent.destroy();
});
