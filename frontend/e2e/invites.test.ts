import { beforeAll, expect, test } from '@jest/globals';
import type { Person } from '../../deploy/system-tests/people.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

let ana: Person;
let tribe: { id: number; name: string };
beforeAll(async () => {
  ana = await bench.system.newcomer('ana');
  const name = `Los del molino ${Date.now()}`;
  tribe = await ana.createTribe(name, { isInvisible: true, rules: ['Se llega en silencio', 'Cada cual trae leña'] });
});

/** The address of an invitation to the tribe of these tests. */
async function invitation(body: object = {}): Promise<string> {
  const { code } = (await ana.post(`/tribes/${tribe.id}/invites`, body)).body;
  return `/invite?code=${code}`;
}

test('an officer creates an invitation, sees the people who joined by it, and revokes it', async () => {
  const page = await bench.open(ana, `/tools/tribes/${tribe.id}/invites`);
  await page.getByText('Aún no hay invitaciones').waitFor();
  await page.getByRole('button', { name: 'Crear una invitación' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio', { name: '1 día' }).check();
  await sheet.getByRole('radio', { name: '10', exact: true }).check();
  expect(await flaws(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Crear una invitación' }).click();
  const link = (await page.locator('main code').textContent()) ?? '';
  expect(link).toMatch(/\/invite\?code=[\w-]{22}$/);

  const beto = await bench.system.newcomer('beto');
  const his = await bench.open(beto, new URL(link).pathname + new URL(link).search);
  await his.getByRole('heading', { level: 1, name: tribe.name }).waitFor();
  await his.getByText('Se llega en silencio').waitFor();
  await his.getByRole('button', { name: 'Entrar en la tribu' }).click();
  await his.waitForURL(`**/tools/tribes/${tribe.id}`);

  await page.reload();
  await page.getByRole('button', { name: '1 de 10 ha entrado' }).click();
  await page.getByRole('dialog').getByText(beto.name).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('button', { name: 'Anular' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Anular' }).click();
  await page.getByText('Aún no hay invitaciones').waitFor();
});

test.each([
  ['dark', 'phone'],
  ['light', 'desk'],
] as const)(
  'a visitor sees the tribe of an invitation, and joins it by signing up, %s on a %s',
  async (theme, size) => {
    const page = await bench.open(null, await invitation(), { theme, size });
    await page.getByRole('heading', { level: 1, name: tribe.name }).waitFor();
    expect(await flaws(page)).toEqual([]);
    expect(await page.content()).not.toContain(ana.name);
    await page.getByRole('link', { name: 'Crear una cuenta y entrar' }).click();
    await page.getByLabel('Correo electrónico').fill(`${theme}.${Date.now().toString(36)}@tribus.test`);
    await page.getByLabel('Contraseña', { exact: true }).fill('bastante larga');
    await page.getByRole('checkbox', { name: 'Acepto los términos de uso' }).check();
    const register = page.getByRole('button', { name: 'Crear cuenta' });
    await expectToast(page, `Ya estás en ${tribe.name}.`, () => register.click());
    await page.waitForURL('**/welcome');
    const other = await page.context().newPage();
    await other.goto(`/tools/tribes/${tribe.id}`);
    await other.getByRole('navigation', { name: 'La tribu' }).waitFor();
    await page.getByRole('button', { name: 'Saltar todo' }).click();
    await page.waitForURL(`**/tools/tribes/${tribe.id}`);
  },
);

test('an expired invitation shows that, and nothing of its tribe', async () => {
  const address = await invitation({ maxUses: 1 });
  await (await bench.system.newcomer('carmen')).post('/invites/join', { code: address.split('=')[1] });
  const page = await bench.open(await bench.system.newcomer('dario'), address, { refusals: [404] });
  await page.getByRole('heading', { name: 'Esta invitación ya no sirve' }).waitFor();
  expect(await page.content()).not.toContain(tribe.name);
  expect(await flaws(page)).toEqual([]);
});
