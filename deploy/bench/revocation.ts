import { get, type IncomingMessage } from 'node:http';
import { type BenchData, call, type Member, openSession, pick } from './bench-data.ts';
import { type DurationRow, Durations } from './durations.ts';
import type { Credentials } from './test-system.ts';

/** A revocation takes effect everywhere within these milliseconds, even when an event is lost. */
const targetMs = 5_000;
/** Shorter than the caches' expiry: reached only through the event. */
const notifiedMs = { stream: 2_000, membership: 1_500 };
const rounds = 20;
const maintenanceRounds = 3;

/**
 * Measures how long a revoked session is accepted by every service and by its stream, a membership by content, and,
 * where an administrator is known, an open site by its members. Milliseconds from the response to the change; a round
 * that takes two minutes counts as missed.
 */
export async function measureRevocation(data: BenchData, admin: Credentials | undefined): Promise<DurationRow[]> {
  const [refused, streamEnd] = [new Durations(), new Durations()];
  for (let round = 0; round < rounds; round++) {
    const session = await openSession(data.url, pick(data.members, round));
    const stream = await openStream(data.url, session);
    const isRefused = async () => (await statusesOf(data, session)).every((status) => status === 401);
    if (await isRefused()) throw new Error('a new session is refused');
    await call(data.url, session, '/auth/logout', {});
    await Promise.all([refused.measure(isRefused), streamEnd.measure(() => stream.destroyed || stream.readableEnded)]);
    stream.destroy();
  }
  const membership = new Durations();
  for (let round = 0; round < rounds; round++) {
    const member = pick(data.members, round + 1);
    const post = pick(data.posts, 0);
    const comments = `/tribes/${data.tribeId}/posts/${post.id}/comments`;
    const body = JSON.stringify({ content: 'Aún aquí' });
    const isRefused = async () => (await statusOf(data.url, member, comments, { method: 'POST', body })) === 403;
    if (await isRefused()) throw new Error('a member is refused');
    await call(data.url, member, `/tribes/${data.tribeId}/leave`, {});
    await membership.measure(isRefused);
    await call(data.url, member, `/tribes/${data.tribeId}/join`, {});
  }
  return [
    refused.row('revocation-requests', 'ended session, until all services refuse', targetMs),
    streamEnd.row('revocation-streams', 'ended session, until its stream ends', notifiedMs.stream),
    membership.row('revocation-membership', 'left tribe, until content refuses', notifiedMs.membership),
    ...(admin ? [await measureMaintenance(data, admin)] : []),
  ];
}

async function measureMaintenance(data: BenchData, admin: Credentials): Promise<DurationRow> {
  const closed = new Durations();
  const session = await openSession(data.url, admin);
  const path = '/admin/maintenance-config';
  const turn = async (enabled: boolean) => {
    const body = JSON.stringify({ enabled });
    const status = await statusOf(data.url, session, path, { method: 'PUT', body });
    if (status !== 200) throw new Error(`maintenance returned ${status}`);
  };
  const isClosed = async () => (await statusesOf(data, pick(data.members, 0))).includes(503);
  for (let round = 0; round < maintenanceRounds; round++) {
    await turn(true);
    await closed.measure(isClosed);
    await turn(false);
    await new Durations().measure(async () => !(await isClosed()));
  }
  return closed.row('revocation-maintenance', 'maintenance, until members are refused', targetMs);
}

/** Statuses of one address of each service that serves members over HTTP. */
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
  const response = await fetch(`${url}/api${path}`, { ...init, headers });
  await response.arrayBuffer();
  return response.status;
}

function openStream(url: string, { authorization }: Pick<Member, 'authorization'>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/api/stream`, { agent: false, headers: { authorization } });
    request.once('error', reject).once('response', (response) => {
      response.on('error', () => undefined).resume();
      if (response.statusCode === 200) resolve(response);
      else reject(new Error(`a stream returned ${response.statusCode}`));
    });
  });
}
