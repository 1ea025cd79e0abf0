import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { openBrowserBench } from './browser-bench.ts';
import { goOffline } from './connection.ts';
import { faultsOf } from './sign-in-screens.ts';
import { holdToast } from './toasts.ts';

const bench = openBrowserBench();
const failure = 'Hubo un problema al enviar tu mensaje. Por favor, inténtalo de nuevo.';

let admin: Person;
beforeAll(async () => {
  admin = await bench.system.admin();
});

interface Widths {
  scrollWidth: number;
  clientWidth: number;
}

async function fill(page: Page, name: string, message: string): Promise<void> {
  await page.getByLabel('Nombre').fill(name);
  await page.getByLabel('Correo electrónico').fill('ana@tribus.test');
  await page.getByLabel('Asunto').click();
  await page.getByRole('option', { name: 'Problema técnico' }).click();
  await page.getByLabel('Mensaje').fill(message);
}

test('a message from the contact page reaches an admin, who marks it as answered', async () => {
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
});

test('the console fits the width of common phones, and a failure is shown above an open sheet', async () => {
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
    await goOffline(console);
    const warning = console.getByRole('status').filter({ hasText: 'Algo no ha ido bien' });
    const close = warning.getByRole('button', { name: 'Cerrar' });
    await holdToast(close, () => sheet.getByRole('button', { name: 'Marcar respondido' }).click());
    await close.click();
    await warning.waitFor({ state: 'hidden' });
    expect(await sheet.isVisible()).toBe(true);
  }
});

test('the number of open messages is shown on every screen of an admin, and drops when another admin handles one', async () => {
  const newcomer = await bench.system.newcomer('rut');
  await admin.put(`/admin/users/${newcomer.id}`, { role: 'admin' });
  // A change of role ends all sessions.
  const other = await newcomer.signInAgain();
  const form = { name: `Vera ${other.id.slice(-6)}`, email: 'vera@tribus.test', subject: 'general' };
  await admin.post('/contact', { ...form, message: '¿Cuándo abre el muelle?' });
  // Other tests leave messages and reports.
  const { waiting } = await admin.read('/admin/contact-messages?limit=1');
  const wordsFor = (count: number) => new RegExp(`${count} mensajes? por responder`);
  const signOf = (page: Page, count: number) =>
    page.getByRole('link', { name: new RegExp(`(^|: |, )${wordsFor(count).source}`) }).filter({ visible: true });

  const memberPage = await bench.open(other, '/tools', { size: 'desk' });
  const tile = memberPage.getByRole('main').getByRole('link', { name: /^Mensajes de contacto/ });
  await tile.filter({ hasText: wordsFor(waiting) }).waitFor();
  await signOf(memberPage, waiting).first().waitFor();
  for (const size of ['phone', 'narrow', 'desk'] as const) {
    const page = await bench.open(admin, '/admin', { size });
    const queues = page.getByRole('navigation', { name: 'Te espera' });
    await queues
      .getByRole('link')
      .filter({ hasText: wordsFor(waiting) })
      .waitFor();
    await signOf(page, waiting).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page
      .getByRole('button', { name: `Tu cuenta: ${admin.name}` })
      .filter({ visible: true })
      .click();
    await page
      .getByRole('menuitem', { name: /^Mensajes de contacto/ })
      .filter({ hasText: wordsFor(waiting) })
      .click();
    await page.getByRole('button', { name: form.name, exact: true }).waitFor();
    if (size !== 'desk') continue;
    await page.getByRole('button', { name: form.name, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Marcar respondido' }).click();
    await page.getByRole('button', { name: form.name, exact: true }).waitFor({ state: 'detached' });
    if (waiting > 1)
      await signOf(page, waiting - 1)
        .first()
        .waitFor();
  }
  await memberPage.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  await tile.filter({ hasText: wordsFor(waiting) }).waitFor({ state: 'hidden' });
  expect((await other.read('/admin/contact-messages?limit=1')).waiting).toBe(waiting - 1);
  await memberPage.goto('/admin/contact?state=all');
  const row = memberPage.getByRole('row').filter({ hasText: form.name });
  await row.getByText('Respondido', { exact: true }).waitFor();
  await row.getByText(admin.name, { exact: true }).waitFor();
  expect(await faultsOf(memberPage)).toEqual([]);
});

test('the longest subject is fully visible in its field, in each language, on phones and on a desktop', async () => {
  for (const language of [undefined, 'en', 'zh'] as const)
    for (const size of ['narrow', 'desk'] as const) {
      const page = await bench.open(admin, '/admin/contact?subject=business', { size, ...(language && { language }) });
      const chosen = page.getByRole('combobox').locator('.truncate');
      const cutOff = await chosen.evaluate((words: Widths) => words.scrollWidth - words.clientWidth);
      expect([language, size, cutOff]).toEqual([language, size, 0]);
    }
});

test('a message that fails to send remains in the form, also after a reload, and is sent later', async () => {
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
  // The page renders between the two presses, as between those of a person.
  await page.getByRole('button', { name: 'Enviar mensaje' }).evaluate(async (button: { click(): void }) => {
    button.click();
    await Promise.resolve();
    button.click();
  });
  await page.getByText('Mensaje Enviado').waitFor();
  const { items } = await admin.read('/admin/contact-messages');
  expect(items.filter(({ name }: { name: string }) => name === 'Eva')).toHaveLength(1);
});

test('a message that is too long is pasted whole, shows the excess, and is sent once it is shorter', async () => {
  const page = await bench.open(null, '/contact');
  await fill(page, 'Rosa', '');
  const message = page.getByLabel('Mensaje');
  await message.focus();
  // Each character has two UTF-16 units: the services count it as one.
  await page.keyboard.insertText('🔥'.repeat(5_320));
  await page.getByText('Sobran 320 caracteres: el máximo es 5000.').first().waitFor();
  expect([...(await message.inputValue())]).toHaveLength(5_320);
  await page.getByRole('button', { name: 'Enviar mensaje' }).click();
  const isFocused = () =>
    message.evaluate<boolean, { matches(selector: string): boolean }>((field) => field.matches(':focus'));
  await until(isFocused, 'the message has the focus');
  expect(await message.getAttribute('aria-invalid')).toBe('true');
  await message.fill('🔥'.repeat(5_000));
  await page.getByText('Sobran').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Enviar mensaje' }).click();
  await page.getByText('Mensaje Enviado').waitFor();
  const { items } = await admin.read('/admin/contact-messages');
  const received = items.find(({ name }: { name: string }) => name === 'Rosa');
  expect([...received.message]).toHaveLength(5_000);

  await page.getByRole('button', { name: 'Escribir otro mensaje' }).click();
  await until(isFocused, 'the message has the focus again');
  expect(await message.inputValue()).toBe('');
});

test('the console is for admins: others are redirected to the home page', async () => {
  const page = await bench.open(await bench.system.newcomer('luis'), '/admin/contact');
  await page.waitForURL(({ pathname }) => pathname === '/');
  const console = await bench.open(admin, '/admin/contact?state=all');
  await console.getByRole('heading', { level: 1, name: 'Mensajes de contacto' }).waitFor();
});

test('the privacy page explains how to delete an account, in the app and without access to it', async () => {
  const page = await bench.open(null, '/privacy-policy');
  await page.getByRole('link', { name: 'Cómo borrar tus datos' }).click();
  await page.getByRole('heading', { level: 1, name: 'Borrar tus datos' }).waitFor();
  await page.getByText('Escribe ELIMINAR').waitFor();
  expect(await page.getByRole('link', { name: 'Recuperar la contraseña' }).getAttribute('href')).toBe(
    '/forgot-password',
  );
  await page.getByRole('link', { name: 'Contacto', exact: true }).click();
  await page.waitForURL('**/contact');
});

test('the handled messages fit the width of a desktop, with their last column', async () => {
  await admin.post('/contact', {
    name: 'Maximiliana Fernández de la Torre y Aguilar',
    email: 'max@tribus.test',
    subject: 'technical',
    message: 'Una frase que ocupa bastante más sitio del que tiene la columna de los mensajes en esta tabla.',
  });
  const { items } = await admin.read('/admin/contact-messages?state=open');
  for (const { id } of items) await admin.put(`/admin/contact-messages/${id}`, { handled: true });
  for (const language of ['es', 'en', 'zh'] as const) {
    const page = await bench.open(admin, '/tools', { size: 'desk', language });
    await page.route('**/api/admin/contact-messages?**', async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll(
        /"handledByName":"[^"]*"/g,
        '"handledByName":"Administradora de Tribus"',
      );
      await route.fulfill({ response, body: text });
    });
    await page.goto('/admin/contact?state=all');
    await page.getByRole('row').nth(1).waitFor();
    const widths = await page.getByRole('table').evaluate(({ scrollWidth, parentElement }) => ({
      scrollWidth,
      clientWidth: parentElement?.clientWidth ?? 0,
    }));
    expect(widths.scrollWidth).toBeLessThanOrEqual(widths.clientWidth);
    // A refetch may be in progress, which would fail once the page is closed.
    await page.unrouteAll({ behavior: 'wait' });
  }
});
