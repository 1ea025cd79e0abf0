import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { until } from '../../services/kit/testing/until.ts';
import { barriers } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

const total = 12;
let ana: Person;
beforeAll(async () => {
  ana = await bench.system.newcomer('ana');
  const [orchard, lighthouse] = [await ana.createTribe('Huerta de Ana'), await ana.createTribe('Molino de Ana')];
  for (let number = 1; number <= total; number++)
    await ana.publish(number % 2 ? orchard.id : lighthouse.id, { content: `Apunte ${number}` });
});

const posts = (page: Page): Locator => page.getByRole('main').getByRole('article');

const chooseSize = (page: Page, size: string) =>
  page.getByRole('group', { name: 'Cuántas por página' }).getByRole('button', { name: size, exact: true }).click();

test('a member reads their posts of all tribes, newest first, in pages of the chosen size', async () => {
  const page = await bench.open(ana, '/tools');
  await page.getByRole('link', { name: 'Mis publicaciones' }).click();
  await posts(page).getByText('Apunte 12', { exact: true }).waitFor();
  expect(await posts(page).count()).toBe(10);
  expect(await posts(page).first().getByRole('link', { name: 'Molino de Ana' }).count()).toBe(1);
  expect(await posts(page).nth(1).getByRole('link', { name: 'Huerta de Ana' }).count()).toBe(1);
  const more = page.getByRole('button', { name: 'Cargar más' });
  const last = posts(page).getByText('Apunte 1', { exact: true });

  await page.getByRole('button', { name: 'Cuántas por página' }).click();
  await chooseSize(page, '5');
  await until(async () => (await posts(page).count()) === 5, 'a page has five posts');
  await chooseSize(page, '20');
  await last.waitFor();
  expect(await posts(page).count()).toBe(total);
  expect(await more.count()).toBe(0);
  await chooseSize(page, '10');
  await more.click();
  await last.waitFor();
  expect(await posts(page).count()).toBe(total);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Solo clips' }).click();
  await page.getByText('No has publicado nada de este tipo').waitFor();
});

test('a member edits and deletes a post from the list of their posts', async () => {
  const page = await bench.open(ana, '/tools/my-posts', { size: 'desk' });
  const post = posts(page).filter({ hasText: 'Apunte 11' });
  await post.getByRole('button', { name: 'Más opciones' }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await post.getByRole('textbox').fill('Apunte corregido');
  await posts(page).getByRole('button', { name: 'Guardar' }).click();
  const edited = posts(page).filter({ hasText: 'Apunte corregido' });
  await edited.getByText('Apunte corregido').waitFor();
  await edited.getByRole('button', { name: 'Más opciones' }).click();
  await page.getByRole('menuitem', { name: 'Borrar' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Borrar esta publicación?' });
  await expectToast(page, 'Publicación borrada', () => dialog.getByRole('button', { name: 'Borrar' }).click());
  await edited.waitFor({ state: 'detached' });
  await page.reload();
  await posts(page).getByText('Apunte 12', { exact: true }).waitFor();
  expect(
    await posts(page)
      .filter({ hasText: /Apunte (11|corregido)/ })
      .count(),
  ).toBe(0);
});
