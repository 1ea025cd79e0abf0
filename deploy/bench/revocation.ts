import { get, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchData, call, type Member, openSession, pick } from './crowd.ts';
import { summary } from './delivery.ts';
import type { Figures } from './load.ts';
import type { Row } from './report.ts';
import type { Credentials } from './test-system.ts';

/** What is taken from somebody is taken everywhere within these milliseconds. */
const targetMs = 5_000;
const rounds = 20;
const maintenanceRounds = 3;
const checkEveryMs = 20;
const giveUpMs = 30_000;

/**
 * How long what ended is still believed: a session by every service and by its stream, a membership by content; and, where
 * an administrator is known, an open site by its members. Milliseconds from the answer to the change; an error is a round
 * in which it was believed for 30 s.
 */
export async function measureRevocation(data: BenchData, admin: Credentials | undefined): Promise<Row[]> {
  const [refused, silent] = [new Durations(), new Durations()];
  for (let round = 0; round < rounds; round++) {
    const session = await openSession(data.url, pick(data.members, round));
    const stream = await openStream(data.url, session);
    const isRefused = async () => (await statusesOf(data, session)).every((status) => status === 401);
    if (await isRefused()) throw new Error('a new session is refused');
    await call(data.url, session, '/auth/logout', {});
    await Promise.all([refused.measure(isRefused), silent.measure(() => stream.destroyed || stream.readableEnded)]);
    stream.destroy();
  }
  const outside = new Durations();
  for (let round = 0; round < rounds; round++) {
    const member = pick(data.members, round + 1);
    const post = pick(data.posts, 0);
    const comments = `/tribes/${data.tribeId}/posts/${post.id}/comments`;
    const body = JSON.stringify({ content: 'Aún aquí' });
    const isRefused = async () => (await statusOf(data.url, member, comments, { method: 'POST', body })) === 403;
    if (await isRefused()) throw new Error('a member is refused');
    await call(data.url, member, `/tribes/${data.tribeId}/leave`, {});
    await outside.measure(isRefused);
    await call(data.url, member, `/tribes/${data.tribeId}/join`, {});
  }
  return [
    refused.row('revocation-requests', 'ended session, until all services refuse'),
    silent.row('revocation-streams', 'ended session, until its stream ends'),
    outside.row('revocation-membership', 'left tribe, until content refuses'),
    ...(admin ? [await measureMaintenance(data, admin)] : []),
  ];
}

async function measureMaintenance(data: BenchData, admin: Credentials): Promise<Row> {
  const closed = new Durations();
  const session = await openSession(data.url, admin);
  const path = '/admin/maintenance-config';
  const turn = async (enabled: boolean) => {
    const body = JSON.stringify({ enabled });
    const status = await statusOf(data.url, session, path, { method: 'PUT', body });
    if (status !== 200) throw new Error(`maintenance was answered with ${status}`);
  };
  const isClosed = async () => (await statusesOf(data, pick(data.members, 0))).includes(503);
  for (let round = 0; round < maintenanceRounds; round++) {
    await turn(true);
    await closed.measure(isClosed);
    await turn(false);
    await new Durations().measure(async () => !(await isClosed()));
  }
  return closed.row('revocation-maintenance', 'maintenance, until members are refused');
}

/** Of one address of each service that answers members over HTTP. */
function statusesOf(data: BenchData, session: Pick<Member, 'authorization'>): Promise<number[]> {
  const tribe = `/tribes/${data.tribeId}`;
  const paths = ['/auth/me', tribe, `${tribe}/posts?limit=1`, '/notifications/count', '/gamification/me'];
  return Promise.all(paths.map((path) => statusOf(data.url, session, path)));
}

async function statusOf(
  url: string,
  { authorization }: Pick<Member, 'authorization'>,
  path: string,
  init: RequestInit = {},
): Promise<number> {
  const headers = { authorization, ...(init.body != null && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${url}/api${path}`, { ...init, headers });
  await answer.arrayBuffer();
  return answer.status;
}

function openStream(url: string, { authorization }: Pick<Member, 'authorization'>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/api/stream`, { agent: false, headers: { authorization } });
    request.once('error', reject).once('response', (answer) => {
      answer.on('error', () => undefined).resume();
      if (answer.statusCode === 200) resolve(answer);
      else reject(new Error(`a stream was answered with ${answer.statusCode}`));
    });
  });
}

/** How long something took, again and again. */
class Durations {
  readonly #began = performance.now();
  readonly #taken: number[] = [];
  #missed = 0;

  /** From now until `holds`. */
  async measure(holds: () => Promise<boolean> | boolean): Promise<void> {
    const began = performance.now();
    while (performance.now() - began < giveUpMs) {
      if (await holds()) return void this.#taken.push(performance.now() - began);
      await pause(checkEveryMs);
    }
    this.#missed += 1;
  }

  row(name: string, title: string): Row {
    const seconds = (performance.now() - this.#began) / 1000;
    const figures: Figures = { ...summary(this.#taken), perSecond: this.#taken.length / seconds, errors: this.#missed };
    return { name, title, p99: targetMs, figures };
  }
}
