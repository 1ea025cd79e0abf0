import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findSpeedClaims, type SpeedClaim } from './speed-claims.ts';
import { type SpeedException, speedExceptions } from './speed-exceptions.ts';

const root = join(import.meta.dirname, '..', '..');
const own = 'deploy/checks/machine-speed.test.ts';

/** Reads tests and their support files, committed or not. */
function testSources(): Map<string, string> {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed
    .split('\n')
    .filter((file) => /\.test\.tsx?$|(^|\/)(tests|testing|system-tests|e2e)\//.test(file) && file !== own)
    .filter((file) => existsSync(join(root, file)));
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

const allows = ({ file, code }: SpeedException, claim: SpeedClaim): boolean =>
  claim.file === file && claim.code.includes(code);
const toLine = ({ file, line, fault, code }: SpeedClaim): string => `${file}:${line}: ${fault}\n    ${code}`;

test('no test depends on the speed of the machine, and every exception is needed', () => {
  const sources = testSources();
  expect(sources.size).toBeGreaterThan(500);
  const claims = findSpeedClaims(sources);
  const refused = claims.filter((claim) => !speedExceptions.some((exception) => allows(exception, claim)));
  expect(refused.map(toLine)).toEqual([]);
  const unused = speedExceptions.filter((exception) => !claims.some((claim) => allows(exception, claim)));
  expect(unused).toEqual([]);
  expect(speedExceptions.filter(({ reason }) => reason.length < 20)).toEqual([]);
});

const imports = `
  import { setTimeout as pauseFor } from 'node:timers/promises';
  import * as timers from 'timers/promises';
  import { setTimeout as later } from 'node:timers';
`;
const faultsOf = (code: string): string[] =>
  findSpeedClaims(
    new Map([
      ['limits.ts', 'export const briefly = { ms: 2 * 1_000 }; export const patient = 60_000;'],
      ['a.test.ts', `${imports}import { briefly, patient } from './limits.ts';\n${code}`],
    ]),
  ).map(({ fault }) => fault.split(':')[0] ?? '');

test.each([
  'const began = performance.now();',
  'const ms = process.hrtime.bigint();',
  "await page.evaluate('performance.now()');",
])('a stopwatch is found: %s', (code) => expect(faultsOf(code)).toEqual(['a stopwatch']));

test.each([
  'const began = Date.now(); const result = { ms: Date.now() - began };',
  'const took = (since: number) => Date.now() - since;',
  'const began = new Date(); const ms = +new Date() - began.getTime();',
  'const ends = files.map(() => ({ endedAt: Date.now() })); const ms = limit - Math.max(0, ...ends.map((end) => end.endedAt));',
  'const now = () => Date.now(); const began = now(); const ms = (await ended) - began;',
])('a measured duration is detected: %s', (code) => expect(faultsOf(code)).toEqual(['the time that has passed']));

test.each([
  'while (Date.now() < end) await look();',
  'const limit = Date.now() + 500; const isLate = receivedAt > limit;',
  'expect(receivedAt).toBeLessThan(Date.now() + 1_000);',
  'const began = Date.now(); expect(Math.max(began, 5)).toBeGreaterThan(sentAt);',
  'const began = new Date(); expect(createdAt >= began).toBe(true);',
])('a comparison with the clock is detected: %s', (code) =>
  expect(faultsOf(code)).toEqual(['a comparison with the clock']),
);

test('a short deadline is detected', () => {
  expect(faultsOf('const request = { deadline: Date.now() + 5_000 };')).toEqual(['a deadline that comes soon']);
  expect(faultsOf('const request = { deadline: Date.now() + patient };')).toEqual([]);
});

test.each([
  'await pauseFor(100);',
  'await timers.setTimeout(100);',
  'const wait = { for: pauseFor };',
  'await new Promise((resolve) => setTimeout(resolve, 100));',
  'const { promise, resolve } = Promise.withResolvers(); globalThis.setTimeout(() => resolve(), 50);',
  'await new Promise((resolve) => later(resolve, ms));',
  'const wait = promisify(setTimeout);',
  'const deadline = setTimeout(() => controller.abort(), 9_999);',
  'await page.waitForTimeout(500);',
  'await sql`select pg_sleep(1)`;',
  ['await sql`select pg_sleep($', '{seconds})`;'].join(''),
  'Atomics.wait(memory, 0, 0, 100);',
  'await sleep(100);',
  "execFileSync('sh', ['-c', 'sleep 1']);",
])('a fixed sleep is detected: %s', (code) => expect(faultsOf(code)).toEqual(['a fixed sleep']));

test.each([
  "await until(isThere, 'it is there', 5_000);",
  "await until(isThere, 'it is there', briefly.ms);",
  "const limit = 3 * 1_000; await until(isThere, 'it is there', isSlow ? 60_000 : limit);",
  "await screen.findByText('a', {}, { timeout: 2_000 });",
  "await page.getByText('a').waitFor({ state: 'hidden', timeout: 500 });",
  'const signal = AbortSignal.timeout(3_000);',
  'context.setDefaultTimeout(5_000);',
  'configure({ asyncUtilTimeout: 1_000 });',
  'async function wait(withinMs = 1_000) {}',
])('a short wait limit is detected: %s', (code) => expect(faultsOf(code)).toEqual(['a wait limit under 10 s']));

test.each([
  "test('it works', async () => {}, 5_000);",
  "test('it works', async () => {}, 120_000);",
  "test.each([1, 2])('%i works', async () => {}, patient);",
  "testWithOwnSystem('it works', async () => {}, 120_000);",
  "test.skip('it works', async () => {}, 120_000);",
  'beforeAll(() => start(), 120_000);',
])('a time limit of one test is detected: %s', (code) => {
  expect(faultsOf(code)).toEqual(['a time limit of one test or hook']);
});

test.each([
  "await until(isThere, 'it is there');",
  "await until(isThere, 'it is there', patient);",
  "await page.getByText('a').waitFor({ timeout: 10_000 });",
  'const deadline = setTimeout(() => controller.abort(), 60_000);',
  'jest.useFakeTimers(); await new Promise((resolve) => { setTimeout(resolve, 100); jest.advanceTimersByTime(100); });',
  "jest.spyOn(performance, 'now').mockReturnValue(performance.now());",
  'const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1_000).toISOString();',
  'const old = (ms: number) => new Date(Date.now() - ms);',
  "const name = 'tribe ' + String(Date.now()); expect(name.length).toBeGreaterThan(3);",
  'const setTimeout = (work: () => void, ms: number) => clock.after(ms, work); setTimeout(work, 5);',
  'socket.setTimeout(500); socket.pause();',
  'await timers.setImmediate();',
  'const next = (n: number): number => next(n - 1); expect(next(3)).toBeLessThan(2);',
  'class Began { began = 1 } expect(new Began().began - 1).toBeLessThan(2);',
])('code that does not depend on the machine is accepted: %s', (code) => expect(faultsOf(code)).toEqual([]));
