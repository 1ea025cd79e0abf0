import { expect, test } from '@jest/globals';
import { until } from '../../services/kit/testing/until.ts';
import { openBrowserBench } from './browser-bench.ts';
import { faultsOf } from './sign-in-screens.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench({ ownSystem: true, env: { NEW_ACCOUNT_HOURS: '24' } });
const links = 'Mirad https://a.test, https://b.test y https://c.test';

test('a new user sees the exceeded limit and keeps the text; it is sent after an admin has lifted the limits', async () => {
  const [ana, olga, admin] = [
    await bench.system.newcomer('ana'),
    await bench.system.newcomer('olga'),
    await bench.system.admin(),
  ];
  const post = await olga.publish(38, { content: 'Buenas tardes' });
  const page = await bench.open(ana, `/post/${post.id}?tribe=38`, { refusals: [403, 429] });
  const field = page.getByRole('textbox', { name: 'Escribe un comentario' });
  await field.fill(links);
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await page.getByText('Tu cuenta es nueva: por ahora puedes poner hasta 2 enlaces.').waitFor();
  expect(await field.inputValue()).toBe(links);
  expect(await faultsOf(page)).toEqual([]);

  const desk = await bench.open(admin, `/admin?q=${encodeURIComponent(ana.email)}`);
  await desk.getByRole('button', { name: ana.name, exact: true }).click();
  const sheet = desk.getByRole('dialog', { name: 'Cuenta' });
  const lift = sheet.getByRole('switch', { name: 'Levantar los límites' });
  await expectToast(desk, 'Los límites están levantados', () => lift.click());
  expect(await faultsOf(desk)).toEqual([]);

  const isLifted = async () =>
    (await ana.post(`/tribes/38/posts/${post.id}/comments`, { content: `${links}: ya está` })).status === 201;
  await until(isLifted, 'the lifted limits apply');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await page.getByRole('article').getByText(links, { exact: true }).waitFor();
  // Open screens receive the comment, possibly before the response to it.
  await until(async () => (await field.inputValue()) === '', 'the field is empty');
});

test.each(['/register', '/login'])(
  'without a Google client %s offers no Google, and requests nothing of another host',
  async (path) => {
    const page = await bench.open(null, '/', { size: 'desk' });
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    const site = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/public/site');
    await page.goto(path);
    expect((await (await site).json()).googleEnabled).toBe(false);
    await page.getByLabel('Correo electrónico').fill('ana@tribus.test');
    expect(
      await page
        .getByText(/Google/)
        .filter({ visible: true })
        .count(),
    ).toBe(0);
    expect([...hosts]).toEqual([new URL(page.url()).host]);
  },
);
