import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePorts } from '../stores/ports.ts';
import type { SupervisorOptions } from '../stores/supervisor.ts';
import { startRunners } from './runner-start.ts';
import { ChildProcessRunner } from './runners.ts';

/** Is ready while one file is there, and ends with a complaint when the other one is. */
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
const parts: ChildProcessRunner[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tribus-part-start-'));
  writeFileSync(join(folder, 'program.mjs'), program);
});
afterEach(async () => {
  await Promise.all(parts.splice(0).map((part) => part.kill()));
  rmSync(folder, { recursive: true, force: true });
});

const put = (name: string) => writeFileSync(join(folder, name), '');

const isReady = ({ opsUrl }: ChildProcessRunner) =>
  fetch(opsUrl).then(
    ({ ok }) => ok,
    () => false,
  );

async function partsOf(...names: string[]): Promise<ChildProcessRunner[]> {
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
    const part = new ChildProcessRunner(planned, env, { folder, limits: { maxBytes: 1_000_000, files: 1 } });
    parts.push(part);
    return part;
  });
}

function hear() {
  const said: string[] = [];
  const news = { say: (line: string) => said.push(line), giveUp: (line: string) => said.push(line), pausesMs: [1] };
  return { said, news };
}

async function twoParts(): Promise<[ChildProcessRunner, ChildProcessRunner]> {
  const [first, second] = await partsOf('identity', 'media');
  if (!first || !second) throw new Error('two parts were asked for');
  return [first, second];
}

/** Starts both, and kills the first one as soon as it is ready, when the second is not. */
async function startWithDeath(
  first: ChildProcessRunner,
  second: ChildProcessRunner,
  news: SupervisorOptions,
  before = () => {},
) {
  put(`${first.name}.ready`);
  const [start, begun] = [first.start.bind(first), Promise.withResolvers<void>()];
  first.start = () => start().then(begun.resolve);
  const started = startRunners([first, second], news);
  // Asked for only after the kill.
  started.catch(() => undefined);
  await begun.promise;
  before();
  await first.crash();
  return { started };
}

test('a part that dies while another one still starts is started again before the start counts as done', async () => {
  const [first, second] = await twoParts();
  const { said, news } = hear();
  const { started } = await startWithDeath(first, second, news);
  put('media.ready');
  const supervisor = await started;
  expect(await Promise.all([first, second].map(isReady))).toEqual([true, true]);
  expect(said).toEqual(['identity was ended by SIGKILL; it is started again.']);
  await supervisor.stop();
});

test('a start that fails leaves nothing behind, also of what died and was being started again', async () => {
  const [first, second] = await twoParts();
  const { said, news } = hear();
  const { started } = await startWithDeath(first, second, news);
  put('media.refuse');
  await expect(started).rejects.toThrow('The configuration does not hold');
  expect([first.running, second.running]).toEqual([false, false]);
  expect(said).toContain('identity was ended by SIGKILL; it is started again.');
});

test('a part that dies again and again fails the start', async () => {
  const [first, second] = await twoParts();
  const { said, news } = hear();
  const { started } = await startWithDeath(first, second, news, () => put('identity.refuse'));
  put('media.ready');
  await expect(started).rejects.toThrow('identity ended while the system was starting');
  expect(said.at(-1)).toMatch(/^identity failed 5 times within 2 minutes and is not started again/);
  expect(second.running).toBe(false);
});
