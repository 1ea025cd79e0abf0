import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Caller } from '../people.ts';
import { png } from '../pictures.ts';
import type { SharedSystem } from '../test-system.ts';
import { type BrokenRequest, brokenRequests, type Targets } from './broken-requests.ts';

const seed = 20_261_121;
const count = 2_000;
/** Fewer than media takes pictures at once: one too many is rightly told that it is busy (503). */
const atOnce = 32;
/** A request whose end never comes is broken off once so many later ones, one after another, have been answered. */
const answeredMeanwhile = 50;

/** Whatever bytes arrive, no process ends and no answer is a 5xx. */
export function attackByBrokenRequests(system: () => SharedSystem): void {
  test(`${count} broken requests end no process and provoke no fault`, async () => {
    const { visitor } = system();
    const requests = brokenRequests(seed, count, await targetsIn(system()));
    const faults: string[] = [];
    let answered = 0;
    const others = askOnAndOn(visitor);
    const work = async () => {
      for (const broken of requests) {
        const begun = others.answered();
        const status = await statusOf(visitor.url, broken.bytes, () => others.answered() - begun >= answeredMeanwhile);
        if (status !== undefined) answered += 1;
        if ((status ?? 0) >= 500) faults.push(describe(status, broken));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work)).finally(others.stop);
    expect(faults).toEqual([]);
    // Nor does anybody else suffer from it.
    expect([...(await others.statuses)]).toEqual([200]);
    // Most are answered; a system that answers nothing would have passed until here.
    expect(answered).toBeGreaterThan(count / 2);
    // A part that answers late is told as missing.
    await until(async () => (await system().visitor.get('/health')).body.status === 'ok', 'every part is healthy');
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

/** A visitor who reads, again and again, until `stop`. */
function askOnAndOn(visitor: Caller) {
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
 * Sends the bytes; the status of the answer, or nothing where the connection ended without one: what is broken in its
 * framing gets none. The connection is ended from here when `endless` says that its end never comes.
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
