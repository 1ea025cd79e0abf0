import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect } from '@jest/globals';
import sharp from 'sharp';
import type { Person } from './people.ts';
import { testOfOwn as test } from './targets.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

const pictures = 6;
/** The deadlines of production are to pass while a test looks on, but not by a stall of the machine. */
const timeLimits = { TIME_LIMITS_FACTOR: '3' };

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ topology: 'many', env: timeLimits });
}, 120_000);
afterAll(() => system.close());

/** A picture of noise: about 6 MB, which no packing makes smaller. */
function noise(): Promise<Buffer> {
  const [width, height, channels] = [1_600, 1_250, 3] as const;
  return sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
    .png()
    .toBuffer();
}

/** Resolves when a request that began later than this call has been given up. */
async function untilAnswersAreOverdue(reader: Person): Promise<void> {
  const { pid = 0 } = system.system.service('gamification');
  process.kill(pid, 'SIGSTOP');
  try {
    const { status, body } = await reader.get('/gamification/me');
    expect([status, body.code]).toEqual([504, 'timeout']);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** The line stands still in the middle of the body until `resume`. */
async function publishWithPause(author: Person, tribeId: number, form: FormData, resume: () => Promise<void>) {
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
  const middle = body.length / 2;
  await new Promise((written) => sent.write(body.subarray(0, middle), written));
  await resume();
  sent.end(body.subarray(middle));
  const [answer] = await answered;
  return { status: answer.statusCode, post: (await json(answer)) as { images?: unknown[] }, bytes: body.length };
}

// That the pace alone, for longer than any answer may take, breaks nothing off is told of each part on the way:
// gateway/tests/slow-bodies, kit/http/multipart, kit/grpc/streams.
test('six pictures of 6 MB each are published though answers are overdue before half of them is sent', async () => {
  const ana = await system.newcomer('ana');
  const form = new FormData();
  for (let picture = 1; picture <= pictures; picture += 1)
    form.append('images', new Blob([new Uint8Array(await noise())], { type: 'image/png' }), `${picture}.png`);
  const { status, post, bytes } = await publishWithPause(ana, 38, form, () => untilAnswersAreOverdue(ana));
  expect([status, post.images?.length]).toEqual([201, pictures]);
  expect(bytes).toBeGreaterThan(pictures * 5_900_000);
}, 120_000);
