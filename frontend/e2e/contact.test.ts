import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { openBrowserBench } from './browser-bench.ts';
import { holdToast } from './toasts.ts';

const bench = openBrowserBench();
const failure = 'Hubo un problema al enviar tu mensaje. Por favor, inténtalo de nuevo.';

let admin: Person;
beforeAll(async () => {
  admin = await bench.system.admin();
});

async function fill(page: Page, name: string, message: string): Promise<void> {
  await page.getByLabel('Nombre').fill(name);
  await page.getByLabel('Correo electrónico').fill('ana@tribus.test');
  await page.getByLabel('Asunto').click();
  await page.getByRole('option', { name: 'Problema técnico' }).click();
  await page.getByLabel('Mensaje').fill(message);
}

test('a visitor finds the way from the landing, writes, and an admin reads it and marks it as answered', async () => {
  const page = await bench.open(null, '/');
  await page.getByRole('link', { name: 'Contacto' }).click();
  await page.getByRole('heading', { level: 1, name: 'Contacto' }).waitFor();
  await page.getByText('12-24 h').waitFor();
  await fill(page, 'Ana', 'El chat no se abre.\nDesde ayer.');
  await page.getByRole('button', { name: 'Enviar mensaje' }).click();
  await page.getByText('Mensaje Enviado').waitFor();

  for (const size of ['desk', 'phone'] as const) {
    const console = await bench.open(admin, '/admin/contact?state=all', { size });
    await console.getByRole('button', { name: 'Ana', exact: true }).click();
    const sheet = console.getByRole('dialog', { name: 'Ana' });
    await sheet.getByText('Desde ayer.').waitFor();
    expect(await sheet.getByRole('link', { name: 'Responder' }).getAttribute('href')).toContain(
      'mailto:ana%40tribus.test',
    );
    if (size === 'phone') continue;
    await sheet.getByRole('button', { name: 'Marcar respondido' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await console.getByRole('button', { name: 'Ana', exact: true }).waitFor();
    await console.getByRole('row').filter({ hasText: 'Ana' }).getByText('Respondido', { exact: true }).waitFor();
    await console.getByRole('button', { name: 'Nuevos', exact: true }).click();
    await console.getByText('Nada por responder').waitFor();
  }
}, 120_000);

test('on the phones in use the console fits the width, and a failure is told above an open sheet', async () => {
  await admin.post('/contact', {
    name: 'Olga',
    email: 'olga@tribus.test',
    subject: 'feedback',
    message: 'Más colores.',
  });
  for (const size of ['phone', 'narrow'] as const) {
    const console = await bench.open(admin, '/admin/contact', { size, provoked: /net::ERR_/ });
    await console.getByRole('button', { name: 'Olga', exact: true }).waitFor();
    const width = console.viewportSize()?.width ?? 0;
    for (const filter of ['Estado', 'Asunto']) {
      const isWithin = async () => {
        const box = await console.getByLabel(filter).boundingBox();
        return box !== null && box.x + box.width <= width;
      };
      await until(isWithin, `the filter ${filter} is within the screen`);
    }
    expect(await console.evaluate('document.documentElement.scrollWidth')).toBe(width);

    await console.getByRole('button', { name: 'Olga', exact: true }).click();
    const sheet = console.getByRole('dialog', { name: 'Olga' });
    await sheet.waitFor();
    await console.context().setOffline(true);
    const told = console.getByRole('status').filter({ hasText: 'Algo no ha ido bien' });
    const close = told.getByRole('button', { name: 'Cerrar' });
    await holdToast(close, () => sheet.getByRole('button', { name: 'Marcar respondido' }).click());
    await close.click();
    await told.waitFor({ state: 'hidden' });
    expect(await sheet.isVisible()).toBe(true);
  }
}, 120_000);

test('a message that does not get through stays in the form, also after a reload, and is sent later', async () => {
  const page = await bench.open(null, '/contact', { provoked: /net::ERR_/ });
  await fill(page, 'Eva', 'Una idea para las tribus.');
  await page.route('**/api/contact', (route) => route.abort());
  await page.getByRole('button', { name: 'Enviar mensaje' }).click();
  await page.getByText(failure).waitFor();
  await page.reload();
  await until(
    async () => (await page.getByLabel('Mensaje').inputValue()) === 'Una idea para las tribus.',
    'the message is in the form again',
  );
  await page.getByText('Problema técnico').waitFor();
  await page.unroute('**/api/contact');
  // The page has the time to draw between the two, as between those of a hand.
  await page.getByRole('button', { name: 'Enviar mensaje' }).evaluate(async (button: { click(): void }) => {
    button.click();
    await Promise.resolve();
    button.click();
  });
  await page.getByText('Mensaje Enviado').waitFor();
  const { items } = await admin.read('/admin/contact-messages');
  expect(items.filter(({ name }: { name: string }) => name === 'Eva')).toHaveLength(1);
}, 120_000);

test('the console is for admins: others go home', async () => {
  const page = await bench.open(await bench.system.newcomer('luis'), '/admin/contact');
  await page.waitForURL(({ pathname }) => pathname === '/');
  const console = await bench.open(admin, '/admin/contact?state=all');
  await console.getByRole('heading', { level: 1, name: 'Mensajes de contacto' }).waitFor();
}, 120_000);

test('who wants to be forgotten learns how from the privacy page: in the app, and without a way in', async () => {
  const page = await bench.open(null, '/privacy-policy');
  await page.getByRole('link', { name: 'Cómo borrar tus datos' }).click();
  await page.getByRole('heading', { level: 1, name: 'Borrar tus datos' }).waitFor();
  await page.getByText('Escribe ELIMINAR').waitFor();
  expect(await page.getByRole('link', { name: 'Recuperar la contraseña' }).getAttribute('href')).toBe(
    '/forgot-password',
  );
  await page.getByRole('link', { name: 'Contacto', exact: true }).click();
  await page.waitForURL('**/contact');
}, 120_000);
