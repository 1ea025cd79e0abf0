import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { openBrowserBench } from './browser-bench.ts';
import { centreOf } from './drag.ts';
import { steadyBox } from './steady-box.ts';
import { expectToast } from './toasts.ts';

/** A separate system, because the settings apply to the whole site. */
const bench = openBrowserBench({ ownSystem: true, env: { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' } });
const reason = { reason: 'spam', message: 'Has repetido el mismo anuncio en varias tribus.' };

let admin: Person;
beforeAll(async () => {
  admin = await bench.system.admin();
});

interface Action {
  name: string;
  /** The only change that the double click requests. */
  expected: string;
  open: () => Promise<Page>;
  /** Returns the button, ready to be pressed. */
  prepare: (page: Page) => Promise<Locator>;
  /** Resolves when the screen shows the result. */
  result: string | ((page: Page) => Promise<unknown>);
}

/** No content is saved for the landing page yet, and visitors are refused while the site is closed. */
const on = (path: string) => () => bench.open(admin, path, { size: 'desk', refusals: [404, 503] });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens the sheet of a new account after `before`. */
const onAccount = (before?: (person: Person) => Promise<unknown>) => async () => {
  const person = await bench.system.newcomer('ana');
  await before?.(person);
  return on(`/admin?user=${person.id}`)();
};
const silenced = onAccount((person) =>
  admin.post(`/admin/users/${person.id}/sanctions`, { kind: 'silence', ...reason }),
);

/** Presses the button that asks for a confirmation, and returns the confirming one. */
async function confirmed(page: Page, name: string): Promise<Locator> {
  await button(page, name).first().click();
  return page.getByRole('dialog', { name: /^¿/ }).getByRole('button', { name, exact: true });
}

const actions: Action[] = [
  {
    name: 'saving an account',
    expected: 'PUT admin/users/:id',
    open: onAccount(),
    prepare: async (page) => {
      await page.getByLabel('Nombre', { exact: true }).fill('Ana del Faro');
      return button(page, 'Guardar');
    },
    result: 'Cuenta guardada',
  },
  {
    name: 'creating an account',
    expected: 'POST admin/users',
    open: on('/admin?user=new'),
    prepare: async (page) => {
      await page.getByLabel('Correo electrónico').fill('nueva@tribus.test');
      await page.getByLabel('Contraseña').fill('una clave de prueba');
      return button(page, 'Crear cuenta');
    },
    result: (page) => page.getByRole('dialog').waitFor({ state: 'hidden' }),
  },
  {
    name: 'ending all sessions of a person',
    expected: 'DELETE admin/users/:id/sessions',
    open: onAccount(),
    prepare: (page) => confirmed(page, 'Cerrar todas'),
    result: 'Sesiones cerradas',
  },
  {
    name: 'imposing a sanction',
    expected: 'POST admin/users/:id/sanctions',
    open: onAccount(),
    prepare: async (page) => {
      await button(page, 'Sancionar').click();
      await page.getByLabel('Lo que va a leer').fill(reason.message);
      return button(page, 'Sancionar');
    },
    result: (page) => page.getByText('En vigor').waitFor(),
  },
  {
    name: 'lifting a sanction',
    expected: 'POST admin/sanctions/:id/lift',
    open: silenced,
    prepare: async (page) => {
      await button(page, 'Retirar').click();
      await page.getByLabel('Por qué se retira').fill('Un error');
      return button(page, 'Retirar');
    },
    result: (page) => page.getByText('Retirada', { exact: true }).waitFor(),
  },
  {
    name: 'deleting an account',
    expected: 'DELETE admin/users/:id',
    open: onAccount(),
    prepare: async (page) => {
      await page.locator('summary').getByText('Borrar cuenta').click();
      return confirmed(page, 'Borrar cuenta');
    },
    result: (page) => page.getByRole('dialog').first().waitFor({ state: 'hidden' }),
  },
  {
    name: 'marking a contact message as answered',
    expected: 'PUT admin/contact-messages/:id',
    open: async () => {
      const form = { name: 'Olga', email: 'olga@tribus.test', subject: 'feedback', message: 'Más colores.' };
      await bench.system.visitor.post('/contact', form);
      return on('/admin/contact')();
    },
    prepare: async (page) => {
      await button(page, 'Olga').click();
      return button(page, 'Marcar respondido');
    },
    result: 'Mensaje respondido',
  },
  {
    name: 'sending a test mail',
    expected: 'POST admin/email-settings/test',
    open: on('/tools/email-settings'),
    prepare: async (page) => button(page, 'Enviar prueba'),
    result: (page) => page.getByText(/^El (servidor ha aceptado el|correo para)/).waitFor(),
  },
  {
    name: 'saving the mail settings',
    expected: 'PUT admin/email-settings',
    open: on('/tools/email-settings'),
    prepare: async (page) => {
      await page.getByLabel('Servidor', { exact: true }).fill('127.0.0.1');
      await page.getByLabel('Remite').fill('hola@tribus.test');
      return button(page, 'Guardar');
    },
    result: 'Ajustes de correo guardados',
  },
  {
    name: 'returning to the mail settings of the server',
    expected: 'PUT admin/email-settings',
    open: on('/tools/email-settings'),
    prepare: (page) => confirmed(page, 'Volver a los del servidor'),
    result: 'Ajustes quitados',
  },
  {
    name: 'saving the message of the maintenance',
    expected: 'PUT admin/maintenance-config',
    open: on('/tools/maintenance-settings'),
    prepare: async (page) => {
      await page.getByLabel('Mensaje para quien llega').fill('Volvemos a las seis');
      return button(page, 'Guardar mensaje');
    },
    result: 'Mensaje guardado',
  },
  {
    name: 'closing the site',
    expected: 'PUT admin/maintenance-config',
    open: on('/tools/maintenance-settings'),
    prepare: (page) => confirmed(page, 'Cerrar por obras'),
    result: 'El sitio está en obras',
  },
  {
    name: 'opening the site',
    expected: 'PUT admin/maintenance-config',
    open: on('/tools/maintenance-settings'),
    prepare: async (page) => button(page, 'Abrir el sitio'),
    result: 'El sitio está abierto',
  },
  {
    name: 'closing sign-up',
    expected: 'PUT admin/maintenance-config',
    open: on('/tools/maintenance-settings'),
    prepare: async (page) => page.getByRole('switch', { name: 'Registro abierto' }),
    result: 'El registro está cerrado',
  },
  {
    name: 'opening sign-up by the label of its switch',
    expected: 'PUT admin/maintenance-config',
    open: on('/tools/maintenance-settings'),
    prepare: async (page) => page.getByText('Registro abierto', { exact: true }),
    result: 'El registro está abierto',
  },
  {
    name: 'saving the ad',
    expected: 'PUT admin/ads-config',
    open: on('/tools/ads-settings'),
    prepare: async (page) => {
      await page.getByLabel('Anuncio', { exact: true }).fill('<p>Un anuncio</p>');
      return button(page, 'Guardar');
    },
    result: 'Anuncios guardados',
  },
  {
    name: 'testing the storage',
    expected: 'POST admin/storage-settings/test',
    open: on('/tools/storage-settings'),
    prepare: async (page) => button(page, 'Probar ahora'),
    result: (page) => page.getByText('El almacén escribe, lee y borra.').waitFor(),
  },
  {
    name: 'saving the landing page',
    expected: 'PUT admin/landing-content',
    open: on('/tools/landing-manager'),
    prepare: async (page) => {
      await page.getByLabel('Título', { exact: true }).fill('Montañas que unen');
      return button(page, 'Guardar');
    },
    result: (page) => page.getByText('✓ Contenido guardado correctamente').waitFor(),
  },
];

/** Records the changes that a page requests. */
function recordChanges(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.replace(/^\/api\//, '');
    if (request.method() === 'GET' || !path.startsWith('admin/')) return;
    changes.push(`${request.method()} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id')}`);
  });
  return changes;
}

/** Presses twice at one point; the second press comes when the first one's result is visible. */
async function pressTwice(
  control: Locator,
  showsResult: (press: () => Promise<void>) => Promise<unknown>,
): Promise<void> {
  const { mouse } = control.page();
  await control.scrollIntoViewIfNeeded();
  const { x, y } = centreOf(await steadyBox(control));
  await mouse.move(x, y);
  await showsResult(async () => {
    await mouse.down();
    await mouse.up();
  });
  await mouse.down({ clickCount: 2 });
  await mouse.up({ clickCount: 2 });
}

test.each(actions)('a double click requests $name once, and reports no error', async ({ expected, ...action }) => {
  const page = await action.open();
  const control = await action.prepare(page);
  const changes = recordChanges(page);
  const { result } = action;
  await pressTwice(control, async (press) => {
    if (typeof result === 'string') return expectToast(page, new RegExp(result), press);
    await press();
    await result(page);
  });
  // The request of a press is sent before the frame after the next.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await page.evaluate("fetch('/api/public/site')");
  expect(changes).toEqual([expected]);
  expect(await page.getByRole('dialog', { name: /^¿/ }).count()).toBe(0);
  expect(await page.getByRole('alert').filter({ hasText: /./ }).allInnerTexts()).toEqual([]);
});
