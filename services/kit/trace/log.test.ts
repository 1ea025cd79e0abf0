import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { fail } from '../core/errors.ts';
import { createLog } from './log.ts';

/** A process that logs far more than can be queued, reports that it is not blocked, and then ends. */
const program = `
  import { createLog } from '${new URL('./log.ts', import.meta.url).href}';
  const log = createLog('content', 'info');
  for (let line = 0; line < 6_000; line++) log.info({ line, text: 'x'.repeat(1_000) }, 'request');
  await new Promise((resolve) => setImmediate(resolve));
  process.stderr.write('alive');
  process.stdin.resume();
  await new Promise((resolve) => process.stdin.once('end', resolve));
  log.info('last');
`;
const run = (stdout: 'pipe' | number): ChildProcess =>
  spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], { stdio: ['pipe', stdout, 'pipe'] });

async function expectAlive(child: ChildProcess): Promise<void> {
  const [output] = child.stderr ? await once(child.stderr, 'data') : [];
  expect(String(output)).toBe('alive');
}

test('a log on a full disk does not terminate its process', async () => {
  const full = openSync('/dev/full', 'w');
  const child = run(full);
  closeSync(full);
  const ended = once(child, 'exit');
  await expectAlive(child);
  child.stdin?.end();
  expect(await ended).toEqual([0, null]);
});

test('a blocked log does not block its process, and reports the number of dropped lines after recovery', async () => {
  const child = run('pipe');
  await expectAlive(child);
  if (!child.stdout) throw new Error('the process has no output');
  const read = text(child.stdout);
  child.stdin?.end();
  const lines = (await read)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const logged = lines.filter(({ msg }) => msg === 'request');
  const notices = lines.filter(({ msg }) => msg === 'log lines were dropped');
  expect(notices).toHaveLength(1);
  expect(notices[0].dropped).toBe(6_000 - logged.length);
  expect(logged.map(({ line }) => line)).toEqual(logged.map((_, index) => index));
  expect(lines.at(-1)).toMatchObject({ msg: 'last', service: 'content' });
});

test('error codes are logged, and codes sent to users are redacted', () => {
  const lines: string[] = [];
  const log = createLog('identity', 'info', { write: (line) => lines.push(line) });
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  log.warn({ err: refused }, 'store unavailable');
  log.warn({ err: fail('unavailable') }, 'peer unavailable');
  log.info({ code: '123456', body: { code: '123456' }, request: { body: { code: '123456' } } }, 'received');
  log.warn({ err: Object.assign(new Error('refused'), { body: { code: '123456' }, token: 'abc.def' }) }, 'failed');
  const [store, peer] = lines.map((line) => JSON.parse(line));
  expect([store.err.code, peer.err.code]).toEqual(['ECONNREFUSED', 'unavailable']);
  expect(lines).toHaveLength(4);
  expect(lines.join()).not.toMatch(/123456|abc\.def/);
});
