import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { png } from '../pictures.ts';
import type { SharedSystem } from '../test-system.ts';
import { type BrokenRequest, brokenRequests, type Targets } from './broken-requests.ts';

const seed = 20_261_121;
const count = 2_000;
/** Fewer than media takes pictures at once: one too many is rightly told that it is busy (503). */
const atOnce = 32;
/** A request whose end never comes is ended after that time without an answer. */
const endAfterMs = 1_000;
/** Time for an answer; what is broken in its framing gets none, and ends by the end of the connection. */
const answerWithinMs = 20_000;

/** Whatever bytes arrive, no process ends and no answer is a 5xx. */
export function attackByBrokenRequests(system: () => SharedSystem): void {
  test(`${count} broken requests end no process and provoke no fault`, async () => {
    const { url } = system().visitor;
    const requests = brokenRequests(seed, count, await targetsIn(system()));
    const faults: string[] = [];
    let answered = 0;
    const work = async () => {
      for (const broken of requests) {
        const status = await statusOf(url, broken.bytes);
        if (status !== undefined) answered += 1;
        if ((status ?? 0) >= 500) faults.push(describe(status, broken));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    expect(faults).toEqual([]);
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

/** Sends the bytes; the status of the answer, or nothing where the connection ended without one. */
async function statusOf(url: string, bytes: Buffer): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const late = new AbortController();
  try {
    return await Promise.race([
      new Promise<number | undefined>((resolve, reject) => {
        let text = '';
        const status = () => Number(/^HTTP\/1\.1 ([2-5]\d\d)/m.exec(text)?.[1]) || undefined;
        socket.on('data', (chunk) => {
          text = (text + chunk.toString('latin1')).slice(0, 4_096);
          if (status()) resolve(status());
        });
        socket.once('error', (error: NodeJS.ErrnoException) =>
          error.code === 'ECONNREFUSED' ? reject(error) : resolve(status()),
        );
        socket.once('close', () => resolve(status()));
        socket.write(bytes);
        socket.setTimeout(endAfterMs, () => socket.end());
      }),
      delay(answerWithinMs, undefined, { signal: late.signal }).then(() => {
        throw new Error(
          `no answer and no end within ${answerWithinMs / 1000} s: ${bytes.toString('latin1').slice(0, 600)}`,
        );
      }),
    ]);
  } finally {
    late.abort();
    socket.destroy();
  }
}
