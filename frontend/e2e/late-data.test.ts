import { beforeAll, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Page, Request } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { openBrowserBench } from './browser-bench.ts';
import { gate } from './gate.ts';
import { expectSteady, painted, watchShifts } from './layout-shifts.ts';

const bench = openBrowserBench();

let ana: Person;
let beto: Person;
beforeAll(async () => {
  [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
  const open = await ana.createTribe('Abierta');
  const closed = await beto.createTribe('Cerrada', { requiresApproval: true });
  await beto.join(open.id);
  await ana.post(`/tribes/${closed.id}/join-request`);
  await ana.post(`/auth/users/${beto.id}/follow`);
  for (const content of ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis']) {
    const post = await ana.publish(open.id, { content });
    await beto.post(`/tribes/${open.id}/posts/${post.id}/reactions`, { type: 'like' });
    await beto.publish(open.id, { content });
  }
  await bench.system.settled();
});

/** The paths of the calls of a page that have no response yet, but for the stream. */
function watchCalls(page: Page): () => string[] {
  const pending = new Set<Request>();
  page.on('request', (request) => void pending.add(request));
  page.on('requestfinished', (request) => void pending.delete(request));
  page.on('requestfailed', (request) => void pending.delete(request));
  const pathOf = (request: Request) => new URL(request.url()).pathname;
  return () => [...pending].map(pathOf).filter((path) => path.startsWith('/api/') && path !== '/api/stream');
}

test.each([
  { path: '/(modal)/activity', late: '/api/tribes/@me/activity', section: 'Reciente', text: /beto/ },
  { path: '/(modal)/activity', late: '/api/tribes/@me/memberships', section: 'Tribus activas', text: 'Abierta' },
  { path: '/(modal)/inbox', late: '/api/notifications', section: 'Notificaciones', text: /beto/ },
  { path: '/(modal)/inbox', late: '/api/tribes/@me/memberships', section: 'Chats de tribu', text: 'Abierta' },
  { path: '/tools/points', late: '/api/gamification/me/by-tribe', section: 'En cada tribu', text: 'Abierta' },
  { path: '/tools/tribes', late: '/api/tribes/@me/memberships', section: 'Solicitudes pendientes', text: 'Cerrada' },
])('nothing on $path moves when $late arrives last', async ({ path, late, section, text }) => {
  const page = await bench.open(ana, '/tools');
  await page.addInitScript(watchShifts);
  const data = await gate(page, `**${late}**`);
  const pending = watchCalls(page);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await until(
    () => pending().length > 0 && pending().every((call) => call.startsWith(late)),
    `only ${late} is missing`,
  );
  await painted(page);
  data.open();
  await page.getByRole('region', { name: section }).getByText(text).first().waitFor();
  await painted(page);
  await expectSteady(page);
});
