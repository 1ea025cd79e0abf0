import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Env } from '@tribus/kit/core/config.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { examplesOf } from '@tribus/kit/core/settings.ts';
import { type Calls, connect } from '@tribus/kit/grpc/client.ts';
import { testSecret, testTimeFactor } from '@tribus/kit/testing/service.ts';
import { metric } from '@tribus/kit/testing/until.ts';
import { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { media } from '../src/service.ts';

/** Media as a separate process that tests can measure and kill. */
export interface MediaProcess {
  rpc: Calls<MediaServiceService>;
  httpUrl: string;
  metric(name: string): Promise<number>;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

export async function startMediaProcess(ctx: Context, env: Env): Promise<MediaProcess> {
  const main = join(import.meta.dirname, '..', 'src', 'main.ts');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const settings = {
    PATH,
    NODE_COMPILE_CACHE,
    ...examplesOf(media.variables),
    INTERNAL_TOKEN_SECRET: testSecret,
    TIME_LIMITS_FACTOR: String(testTimeFactor),
    // Uploads do not call identity.
    IDENTITY_GRPC: '127.0.0.1:1',
    ...env,
  };
  const child = spawn(process.execPath, ['--no-warnings', main], {
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { http, grpc, ops } = await addressesOf(child);
  return {
    httpUrl: http,
    rpc: connect(ctx, MediaServiceService, 'media', grpc),
    metric: async (name) => metric(await (await fetch(`${ops}/metrics`)).text(), name),
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

/** Reads the addresses from the log line of its start. */
async function addressesOf({ stdout }: ChildProcess): Promise<{ http: string; grpc: string; ops: string }> {
  if (!stdout) throw new Error('the process has no output');
  for await (const line of createInterface({ input: stdout })) {
    const { msg, http, grpc, ops } = JSON.parse(line);
    // An unread pipe would block the process when it logs.
    stdout.resume();
    if (msg === 'started') return { http, grpc, ops };
  }
  throw new Error('media ended before it had started');
}
