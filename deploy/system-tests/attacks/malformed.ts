import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { HttpClient } from '../people.ts';
import { png } from '../pictures.ts';
import type { SharedSystem } from '../test-system.ts';
import { type BrokenRequest, brokenRequests, type Targets } from './broken-requests.ts';

const seed = 20_261_121;
const count = 2_000;
/** Below the number of pictures that media accepts concurrently: more would rightly get 503. */
const atOnce = 32;
/** An unfinished request is closed by the test after this many later responses. */
const responsesBeforeClose = 50;

/** No bytes end a process or cause a 5xx. */
export function attackByBrokenRequests(system: () => SharedSystem): void {
  test(`${count} broken requests end no process and provoke no fault`, async () => {
    const { visitor } = system();
    const requests = brokenRequests(seed, count, await targetsIn(system()));
    const faults: string[] = [];
    let answered = 0;
    const others = readRepeatedly(visitor);
    const work = async () => {
      for (const broken of requests) {
        const begun = others.answered();
        const status = await statusOf(
          visitor.url,
          broken.bytes,
          () => others.answered() - begun >= responsesBeforeClose,
        );
        if (status !== undefined) answered += 1;
        if ((status ?? 0) >= 500) faults.push(describe(status, broken));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work)).finally(others.stop);
    expect(faults).toEqual([]);
    // Other clients are not affected, either.
    expect([...(await others.statuses)]).toEqual([200]);
    // Most get a response; a system without any would have passed until here.
    expect(answered).toBeGreaterThan(count / 2);
    // A service that responds late is reported as unhealthy.
    await until(async () => (await system().visitor.get('/health')).body.status === 'ok', 'every service is healthy');
  });
}

const describe = (status: number | undefined, { kind, bytes }: BrokenRequest): string =>
  `${status} to ${kind} (seed ${seed}): ${JSON.stringify(bytes.subarray(0, 600).toString('latin1'))}`;

async function targetsIn(system: SharedSystem): Promise<Targets> {
  const ana = await system.newcomer('ana');
  const picture = await png(40, 30);
  const tribe = await ana.createTribe(`Rota ${ana.id}`);
  const post = await ana.publish(tribe.id, { pictures: [picture] });
  const posts = `/tribes/${tribe.id}/posts`;
  return {
    token: ana.token,
    picture,
    formPaths: [`/api${posts}`, `/api${posts}`, `/api/tribes/${tribe.id}/banner`],
    filePaths: [post.images[0].url, post.images[0].variants.square, '/index.html'],
    jsonRoutes: [
      { method: 'POST', path: '/auth/login' },
      { method: 'POST', path: '/auth/register' },
      { method: 'POST', path: '/tribes' },
      { method: 'PUT', path: `/tribes/${tribe.id}` },
      { method: 'PUT', path: `${posts}/${post.id}` },
      { method: 'POST', path: `${posts}/${post.id}/reactions` },
      { method: 'POST', path: `${posts}/${post.id}/comments` },
      { method: 'POST', path: `/tribes/${tribe.id}/chat` },
      { method: 'POST', path: '/messages' },
      { method: 'POST', path: `/vibes/${post.id}/reactions` },
    ],
  };
}

/** Sends reads as a visitor until `stop`. */
function readRepeatedly(visitor: HttpClient) {
  const seen = new Set<number>();
  let [answered, stopped] = [0, false];
  const ask = async () => {
    for (; !stopped; answered += 1) seen.add((await visitor.get('/public/hominini/posts?limit=1')).status);
    return seen;
  };
  const stop = () => {
    stopped = true;
  };
  return { statuses: ask(), answered: () => answered, stop };
}

/**
 * Sends the bytes; returns the status of the response, or undefined when the connection ended without one, as after
 * invalid framing. Closes the connection when `endless` returns true, because the request never ends.
 */
async function statusOf(url: string, bytes: Buffer, endless: () => boolean): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let [text, isOver] = ['', false];
  let refused: Error | undefined;
  const status = () => Number(/^HTTP\/1\.1 ([2-5]\d\d)/m.exec(text)?.[1]) || undefined;
  socket.on('data', (chunk) => {
    text = (text + chunk.toString('latin1')).slice(0, 4_096);
  });
  socket.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') refused = error;
  });
  socket.once('close', () => {
    isOver = true;
  });
  socket.write(bytes);
  const isDone = () => isOver || status() !== undefined;
  const what = () => `an answer or an end comes to ${bytes.toString('latin1').slice(0, 600)}`;
  try {
    await until(() => isDone() || endless(), what);
    if (!isDone()) socket.end();
    await until(isDone, what);
    if (refused) throw refused;
    return status();
  } finally {
    socket.destroy();
  }
}
