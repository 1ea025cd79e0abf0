import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import sharp from 'sharp';
import type { Person } from './people.ts';
import { testWithOwnSystem as test } from './targets.ts';
import type { TestSystem } from './test-system.ts';

const pictures = 6;

/** A picture of noise: about 6 MB, which cannot be compressed. */
function noise(): Promise<Buffer> {
  const [width, height, channels] = [1_600, 1_250, 3] as const;
  return sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
    .png()
    .toBuffer();
}

/** Resolves when a request that began after this call has timed out. */
async function untilResponsesAreOverdue({ system }: TestSystem, viewer: Person): Promise<void> {
  const { pid = 0 } = system.service('gamification');
  process.kill(pid, 'SIGSTOP');
  try {
    const { status, body } = await viewer.get('/gamification/me');
    expect([status, body.code]).toEqual([504, 'timeout']);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** Pauses in the middle of the body until `resume` resolves. */
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

/**
 * Runs in a process for each service with `passingTimeLimits`. Separate tests prove that slowness alone, for longer
 * than a response may take, interrupts no part of the path: gateway/tests/slow-bodies, kit/http/multipart,
 * kit/grpc/streams.
 */
export function slowUploadStory(system: () => TestSystem): void {
  test('six pictures of 6 MB each are published although the response timeout passes before half of them is sent', async () => {
    const ana = await system().newcomer('ana');
    const form = new FormData();
    const picture = new Blob([new Uint8Array(await noise())], { type: 'image/png' });
    for (let count = 1; count <= pictures; count += 1) form.append('images', picture, `${count}.png`);
    const { status, post, bytes } = await publishWithPause(ana, 38, form, () =>
      untilResponsesAreOverdue(system(), ana),
    );
    expect([status, post.images?.length]).toEqual([201, pictures]);
    expect(bytes).toBeGreaterThan(pictures * 5_900_000);
  });
}
