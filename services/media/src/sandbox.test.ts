import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { testContext } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { findProgram } from './programs.ts';
import { ProgramFailure, type ProgramRun, Sandbox } from './sandbox.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tribus-sandbox-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a shell script in place of a video program. */
async function openScript(script: string, ctx = testContext('media', undefined, 1)) {
  const path = join(folder, 'program');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o700);
  const sandbox = new Sandbox(ctx, { ffmpeg: path, ffprobe: path });
  const usual: ProgramRun = { program: 'ffmpeg', args: [], folder, maxMs: 60_000, maxOutputBytes: 10_000 };
  return {
    ctx,
    run: (more: Partial<ProgramRun> = {}) => sandbox.run({ ...usual, ...more }),
    failure: (more: Partial<ProgramRun> = {}) => sandbox.run({ ...usual, ...more }).then(() => 'succeeded', causeOf),
  };
}

function causeOf(error: unknown): string {
  if (error instanceof ProgramFailure) return error.why;
  throw error;
}

/** Writes the id of a child process that would run for long, and waits for it. */
const withChild = 'tail -f /dev/null &\necho $! > child\nwait';

/** The process that the script has started, from the time it runs. */
async function startedChild(): Promise<number> {
  const read = async () => Number(await readFile(join(folder, 'child'), 'utf8').catch(() => '0'));
  await until(async () => (await read()) > 0, 'the child runs');
  return read();
}

/** A zombie has ended; its parent only has not asked for its status. */
const hasEnded = async (id: number): Promise<boolean> => {
  const status = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => 'ended) Z');
  return /\) [ZX]/.test(status);
};

test('a program gets its arguments unchanged, an empty environment, its own folder, and no input', async () => {
  const { run } = await openScript('printf "%s|" "$@"; pwd; cat; env | grep -v -e ^PWD= -e ^_= -e ^SHLVL= -e ^OLDPWD=');
  const output = (await run({ args: ['a b', '$(id)', '; rm -rf /'] })).toString();
  expect(output).toBe(`a b|$(id)|; rm -rf /|${folder}\nLC_ALL=C\n`);
});

test('a program that takes too long is killed', async () => {
  const { failure } = await openScript(withChild);
  expect(await failure({ maxMs: 1 })).toBe('time');
});

test.each([
  ['ends by the signal of this limit', 'ulimit -S -t 1\nwhile :; do :; done'],
  ['ends properly after this signal, as ffmpeg does', 'exit 255'],
  ['is not able to end properly, as ffmpeg', 'exit 123'],
])('a program that has used up its processor time, and %s, has taken too long', async (_how, script) => {
  expect(await (await openScript(script)).failure()).toBe('time');
});

test.each(['KILL', 'SEGV', 'ABRT'])(
  'a program that gets SIG%s from elsewhere is not one that took too long',
  async (name) => {
    expect(await (await openScript(`kill -${name} $$`)).failure()).toBe('killed');
  },
);

test('the processor time of a program is that of two threads, with some more to end properly', async () => {
  const { run } = await openScript('ulimit -S -t; ulimit -H -t');
  // Without prlimit there is no limit of it (docs/decisions/0037).
  const expected = findProgram('prlimit') ? '120\n125' : 'unlimited\nunlimited';
  expect((await run({ maxMs: 60_000 })).toString().trim()).toBe(expected);
});

test('a program that writes without end is killed', async () => {
  const { failure } = await openScript('while :; do echo 0123456789; done');
  expect(await failure()).toBe('output');
});

test('a program whose result is no longer needed is killed, and one that was never needed does not start', async () => {
  const { failure } = await openScript(withChild);
  const [needed, end] = [new AbortController(), new AbortController()];
  const ended = failure({ signal: needed.signal });
  const child = await startedChild();
  needed.abort();
  expect(await ended).toBe('stopped');
  await until(() => hasEnded(child), 'the child is killed');
  end.abort();
  expect(await failure({ signal: end.signal })).toBe('stopped');
});

test('programs are killed when the service stops, and none starts after that', async () => {
  const { ctx, failure } = await openScript(withChild);
  const ended = failure();
  const child = await startedChild();
  await ctx.close();
  expect(await ended).toBe('stopped');
  await until(() => hasEnded(child), 'the child is killed');
  expect(await failure()).toBe('stopped');
});

test('a program has the memory of large pictures, not more', async () => {
  // Without prlimit there is no limit of memory (docs/decisions/0037).
  const expected = findProgram('prlimit') ? '2097152' : 'unlimited';
  expect((await (await openScript('ulimit -v')).run()).toString().trim()).toBe(expected);
});

test('a program that fails says so in its error', async () => {
  const { run, failure } = await openScript('echo "moov atom not found" >&2; exit 1');
  await expect(run()).rejects.toThrow(/moov atom not found/);
  expect(await failure()).toBe('exit');
});
