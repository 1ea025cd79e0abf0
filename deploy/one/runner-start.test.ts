import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePorts } from '../stores/ports.ts';
import type { SupervisorOptions } from '../stores/supervisor.ts';
import { startRunners } from './runner-start.ts';
import { ChildProcessRunner } from './runners.ts';

/** Becomes ready when one file exists, and exits with an error when the other one does. */
const program = `
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
const { HOST, OPS_PORT, READY_FILE, REFUSE_FILE } = process.env;
function check() {
  if (!existsSync(REFUSE_FILE)) return;
  console.error('The configuration does not hold');
  process.exit(1);
}
check();
setInterval(check, 20);
const server = createServer((_request, response) => response.writeHead(existsSync(READY_FILE) ? 200 : 503).end());
server.listen(Number(OPS_PORT), HOST);
process.on('SIGTERM', () => process.exit(0));
`;

let folder: string;
const runners: ChildProcessRunner[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tribus-runner-start-'));
  writeFileSync(join(folder, 'program.mjs'), program);
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.kill()));
  rmSync(folder, { recursive: true, force: true });
});

const put = (name: string) => writeFileSync(join(folder, name), '');

const isReady = ({ opsUrl }: ChildProcessRunner) =>
  fetch(opsUrl).then(
    ({ ok }) => ok,
    () => false,
  );

async function runnersOf(...names: string[]): Promise<ChildProcessRunner[]> {
  const ports = await freePorts(names.length);
  return names.map((name, index) => {
    const planned = {
      name,
      main: join(folder, 'program.mjs'),
      load: () => Promise.reject(new Error('runs as a process only')),
      stores: [],
      calls: [],
      settings: [],
    };
    const files = { READY_FILE: join(folder, `${name}.ready`), REFUSE_FILE: join(folder, `${name}.refuse`) };
    const env = { HOST: '127.0.0.1', OPS_PORT: String(ports[index]), ...files };
    const runner = new ChildProcessRunner(planned, env, { folder, limits: { maxBytes: 1_000_000, files: 1 } });
    runners.push(runner);
    return runner;
  });
}

function recordLog() {
  const logged: string[] = [];
  const options = {
    log: (line: string) => logged.push(line),
    giveUp: (line: string) => logged.push(line),
    pausesMs: [1],
  };
  return { logged, options };
}

async function twoRunners(): Promise<[ChildProcessRunner, ChildProcessRunner]> {
  const [first, second] = await runnersOf('identity', 'media');
  if (!first || !second) throw new Error('two runners were requested');
  return [first, second];
}

/** Starts both; kills the first one as soon as it is ready, before the second is. */
async function startWithDeath(
  first: ChildProcessRunner,
  second: ChildProcessRunner,
  options: SupervisorOptions,
  before = () => {},
) {
  put(`${first.name}.ready`);
  const [start, begun] = [first.start.bind(first), Promise.withResolvers<void>()];
  first.start = () => start().then(begun.resolve);
  const started = startRunners([first, second], options);
  // Awaited only after the kill.
  started.catch(() => undefined);
  await begun.promise;
  before();
  await first.crash();
  return { started };
}

test('a process that exits while another one still starts is restarted before the start completes', async () => {
  const [first, second] = await twoRunners();
  const { logged, options } = recordLog();
  const { started } = await startWithDeath(first, second, options);
  put('media.ready');
  const supervisor = await started;
  expect(await Promise.all([first, second].map(isReady))).toEqual([true, true]);
  expect(logged).toEqual(['identity was ended by SIGKILL; restarting']);
  await supervisor.stop();
});

test('a failed start leaves no process running, not even one that was being restarted', async () => {
  const [first, second] = await twoRunners();
  const { logged, options } = recordLog();
  const { started } = await startWithDeath(first, second, options);
  put('media.refuse');
  await expect(started).rejects.toThrow('The configuration does not hold');
  expect([first.running, second.running]).toEqual([false, false]);
  expect(logged).toContain('identity was ended by SIGKILL; restarting');
});

test('a process that keeps exiting fails the start', async () => {
  const [first, second] = await twoRunners();
  const { logged, options } = recordLog();
  const { started } = await startWithDeath(first, second, options, () => put('identity.refuse'));
  put('media.ready');
  await expect(started).rejects.toThrow('identity ended while the system was starting');
  expect(logged.at(-1)).toMatch(/^identity failed 5 times within 2 minutes and is not restarted/);
  expect(second.running).toBe(false);
});
