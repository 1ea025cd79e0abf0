import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import sharp from 'sharp';
import type { Person } from './people.ts';
import { testOfOwn as test } from './targets.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

/**
 * A line on which the body takes longer than any answer may: 30 s after a form. On the throttled profile (1.6 Mbit/s)
 * the same six pictures take three minutes; no rule on the way knows the difference.
 */
const bytesPerSecond = 1_100_000;
const chunkBytes = 32 * 1024;
const pictures = 6;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ topology: 'one' });
}, 120_000);
afterAll(() => system.close());

/** A picture of noise: about 6 MB, which no packing makes smaller. */
function noise(): Promise<Buffer> {
  const [width, height, channels] = [1_600, 1_250, 3] as const;
  return sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
    .png()
    .toBuffer();
}

/** The bytes of `body`, no faster than the line carries them. */
async function* slowly(body: Buffer): AsyncGenerator<Buffer> {
  const began = performance.now();
  for (let sent = 0; sent < body.length; sent += chunkBytes) {
    yield body.subarray(sent, sent + chunkBytes);
    await delay(Math.max(0, began + (sent / bytesPerSecond) * 1_000 - performance.now()));
  }
}

async function publishSlowly(author: Person, tribeId: number, form: FormData) {
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const sent = request(`${author.url}/api/tribes/${tribeId}/posts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${author.token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': body.length,
    },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  const began = performance.now();
  await pipeline(Readable.from(slowly(body)), sent);
  const seconds = (performance.now() - began) / 1_000;
  const [answer] = await answered;
  return {
    status: answer.statusCode,
    post: (await json(answer)) as { images?: unknown[] },
    bytes: body.length,
    seconds,
  };
}

test('six pictures of 6 MB each are published over a line on which they take longer than any answer may', async () => {
  const ana = await system.newcomer('ana');
  const form = new FormData();
  for (let picture = 1; picture <= pictures; picture += 1)
    form.append('images', new Blob([new Uint8Array(await noise())], { type: 'image/png' }), `${picture}.png`);
  const { status, post, bytes, seconds } = await publishSlowly(ana, 38, form);
  expect([status, post.images?.length]).toEqual([201, pictures]);
  expect(bytes).toBeGreaterThan(pictures * 5_900_000);
  expect(seconds).toBeGreaterThan(30);
}, 120_000);
