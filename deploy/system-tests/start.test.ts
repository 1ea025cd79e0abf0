import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Env } from '@tribus/kit/core/config.ts';
import { codeOf } from '@tribus/kit/core/errors.ts';
import { StubBucket } from '@tribus/kit/testing/bucket.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { declaredFamilies } from '../checks/data-families.ts';
import { demoAdmin } from '../demo/demo.ts';
import { slides } from '../demo/landing.ts';
import { makeDisposableFolder } from '../stores/disposable-folder.ts';
import { freePorts } from '../stores/ports.ts';
import { Person } from './people.ts';
import { files } from './stored-data.ts';
import { testWithOwnSystem as test } from './targets.ts';

/** Tests `npm start` as a user runs it, first on an empty folder and then again on its data. */
const root = join(import.meta.dirname, '..', '..');
let dataDir: string;
let port: number;
let url: string;
let running: Start | undefined;

beforeAll(async () => {
  dataDir = join(makeDisposableFolder('tribus-start-'), 'data');
  [port = 0] = await freePorts(1);
  url = `http://127.0.0.1:${port}`;
});
afterEach(async () => running?.end());
afterAll(() => rmSync(join(dataDir, '..'), { recursive: true, force: true }));

class Start {
  output = '';
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor(flags: readonly string[] = [], settings: Env = {}, args: readonly string[] = []) {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = {
      PATH,
      NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      PORT: String(port),
      SEED: 'short',
      RATE_LIMIT_REGISTER_PER_MINUTE: '100000',
      ...settings,
    };
    this.#child = spawn(process.execPath, ['--no-warnings', ...flags, 'deploy/one/main.ts', ...args], {
      cwd: root,
      env,
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk) => {
        this.output += chunk;
      });
    this.#ended = once(this.#child, 'exit');
    running = this;
  }

  get announced(): boolean {
    if (this.#child.exitCode !== null) throw new Error(`npm start ended: ${this.output}`);
    return this.output.includes('Tribus is at');
  }

  /** The process ids of the stores and services that it has started. */
  get children(): number[] {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => parentOf(pid) === this.#child.pid);
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Returns the exit code, once it has ended by itself. */
  async ended(): Promise<number | null> {
    running = undefined;
    await this.#ended;
    return this.#child.exitCode;
  }

  /** Stops it and returns the exit code. */
  async end(): Promise<number | null> {
    this.#child.kill('SIGINT');
    return this.ended();
  }
}

/** Returns the parent of a running process; undefined once it has ended. */
function parentOf(pid: number): number | undefined {
  try {
    // After the name, which is in parentheses: the state and the parent.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

/** Timeout for the start of a whole system, including its demo the first time. */
const startMs = 500_000;

interface Attempt {
  page: number | string;
  registered: number | string;
}

/** Loads the page and tries to register repeatedly until the system is ready; returns the responses. */
async function visitUntilReady(start: Start): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  let looks = 0;
  const visit = async () => {
    if (start.announced) return true;
    // More frequent requests would slow the start down.
    looks += 1;
    if (looks % 10 > 0) return false;
    const headers = { connection: 'close' };
    const account = { email: `temprana${attempts.length}@start.test`, password: 'clave de una temprana' };
    const json = { ...headers, 'content-type': 'application/json' };
    const attempt = { method: 'POST', headers: json, body: JSON.stringify(account) };
    attempts.push({
      page: await statusOf(fetch(`${url}/`, { headers })),
      registered: await statusOf(fetch(`${url}/api/auth/register`, attempt)),
    });
    return false;
  };
  await until(visit, 'it is ready', startMs);
  return attempts;
}

async function statusOf(response: Promise<Response>): Promise<number | string> {
  try {
    const { status, body } = await response;
    await body?.cancel();
    return status;
  } catch (error) {
    return String(codeOf((error as { cause?: unknown }).cause) ?? error);
  }
}

const refused = 'ECONNREFUSED';
/** Before the first response the port is closed; from then on it is always open. */
const sinceFirstResponse = (attempts: Attempt[]): Attempt[] =>
  attempts.slice(attempts.findIndex(({ page }) => page !== refused) + 1);

function othersMayRead(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('postgres'))
    .filter((name) => (statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077);
}

test('a registration during the demo waits for its end, and every response has the current time', async () => {
  const start = new Start();
  const attempts = sinceFirstResponse(await visitUntilReady(start));
  const waited = attempts.filter(({ registered }) => registered === 503);
  expect(waited.length).toBeGreaterThan(3);
  expect(attempts.flatMap(({ page, registered }) => [page, registered])).not.toContain(refused);
  // The time of the web server itself, which the demo clock does not change.
  const { headers } = await fetch(`${url}/`);
  const now = Date.parse(headers.get('date') ?? '');
  const person = await Person.register(url, 'puntual@start.test');
  const post = await person.publish(38, { content: 'Ahora mismo' });
  for (const time of [post.createdAt, (await person.read('/auth/me')).createdAt ?? post.createdAt])
    expect(Date.parse(time)).toBeGreaterThanOrEqual(now);
  expect((await person.read('/public/hominini/posts')).items.length).toBeGreaterThan(5);
  const { content } = await person.read('/public/landing-page');
  const drawn = slides.filter(({ picture, enabled }) => picture && enabled !== false);
  expect(content.items.map(({ title }: { title: string }) => title)).toEqual(drawn.map(({ title }) => title));
  for (const { mediaUrl } of content.items) expect((await fetch(new URL(mediaUrl, url))).status).toBe(200);
  expect(start.output).toContain(demoAdmin.password);
  await Person.logIn(url, demoAdmin.email, demoAdmin.password);
  expect(await start.end()).toBe(0);
});

test('data files are private to their owner, and the administrator’s password is not stored', () => {
  expect(statSync(dataDir).mode & 0o077).toBe(0);
  expect(othersMayRead(dataDir)).toEqual([]);
  for (const name of ['demo.json', 'demo-story.jsonl', 'log/tribus.log', 'log/gateway.log'])
    expect(readFileSync(join(dataDir, name), 'utf8')).not.toContain(demoAdmin.password);
});

test('every file of an installation with the demo has a declared retention', async () => {
  const patterns = declaredFamilies().flatMap(({ kind, pattern }) => (kind === 'file' ? [pattern] : []));
  const stored = (await files(dataDir)).map(({ name }) => name);
  expect(stored).toContain('demo.json');
  expect(stored.filter((name) => !patterns.some((pattern) => pattern.test(name)))).toEqual([]);
});

test('a later start responds from its beginning, keeps the data, and does not print the administrator’s password', async () => {
  const start = new Start();
  const attempts = sinceFirstResponse(await visitUntilReady(start));
  expect(attempts.flatMap(({ page, registered }) => [page, registered])).not.toContain(refused);
  expect(start.output).not.toContain(demoAdmin.password);
  expect(start.output).toContain('(shown at the first start)');
  const person = await Person.logIn(url, 'puntual@start.test', 'clave de puntual@start.test');
  expect((await person.read('/tribes/38/posts')).items[0].content).toBe('Ahora mismo');

  const broker = Number(readFileSync(join(dataDir, 'run', 'nats.pid'), 'utf8'));
  process.kill(broker, 'SIGKILL');
  const sentence = 'nats was ended by SIGKILL; restarting';
  await until(async () => start.output.includes(sentence), 'the terminal shows it');
  expect(await start.end()).toBe(0);
});

test('the documented command moves the stored files of a running system to the bucket that an admin has chosen', async () => {
  const bucket = await StubBucket.open();
  const allowed = { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' };
  const start = new Start([], allowed);
  await visitUntilReady(start);
  const admin = await Person.logIn(url, demoAdmin.email, demoAdmin.password);
  const { status, body } = await admin.put('/admin/storage-settings', { driver: 's3', ...bucket.options });
  expect([status, bucket.keys()]).toEqual([200, []]);
  const guide = readFileSync(join(root, 'docs/moving-objects.md'), 'utf8');
  const script = /```sh\n(.*?)```/s.exec(guide)?.[1]?.replace('data=.data', `data=${dataDir}`) ?? '';
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn('sh', ['-c', script], {
    cwd: root,
    env: { PATH, NODE_COMPILE_CACHE, ...allowed },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect([code, output]).toEqual([0, expect.stringMatching(/objects moved \([\d.]+ MB\), 0 lie elsewhere\./)]);
  expect(body.elsewhere.objects).toBeGreaterThan(50);
  expect(bucket.keys().length).toBe(body.elsewhere.objects);
  expect((await admin.read('/admin/storage-settings')).elsewhere.objects).toBe(0);
  const { content } = await admin.read('/public/landing-page');
  for (const { mediaUrl } of content.items) expect((await fetch(new URL(mediaUrl, url))).status).toBe(200);
  expect(await start.end()).toBe(0);
  await bucket.close();
});

test('when the process that started every store and service is killed, they end, too', async () => {
  const start = new Start([], { SEED: 'none' }, ['many']);
  await until(async () => start.announced, 'it is ready', startMs);
  const started = start.children;
  // The gateway, eight services, and four stores.
  expect(started.length).toBeGreaterThanOrEqual(13);
  start.kill('SIGKILL');
  await start.ended();
  const left = () => started.filter((pid) => parentOf(pid) !== undefined);
  await until(
    async () => left().length === 0,
    () => `all have ended (left: ${left().join()})`,
  );
});

test('an uncaught fault is reported, and the stores are stopped in order', async () => {
  const fault = "process.on('SIGUSR2', () => { throw new Error('broken on purpose'); })";
  const start = new Start(['--import', `data:text/javascript,${encodeURIComponent(fault)}`], { SEED: 'none' });
  await until(async () => start.announced, 'it is ready', startMs);
  start.kill('SIGUSR2');
  expect(await start.ended()).toBe(1);
  expect(start.output).toContain('Tribus ends because of a fault in a service: Error: broken on purpose');
  const lastLine = () =>
    readFileSync(join(dataDir, 'log', 'postgres.log'), 'utf8')
      .trimEnd()
      .split('\n')
      .at(-1) ?? '';
  await until(
    () => lastLine().includes('database system is shut down'),
    () => `Postgres is shut down in good order (its last line: ${lastLine()})`,
  );
  expect(readdirSync(join(dataDir, 'run'))).toEqual([]);
});
