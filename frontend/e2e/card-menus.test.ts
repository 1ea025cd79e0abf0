import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { until } from '../../services/kit/testing/until.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';
import { steadyBox } from './steady-box.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

let ana: Person;
let beto: Person;
let tribeId: number;
let postId: string;
beforeAll(async () => {
  [ana, beto] = await Promise.all([bench.system.newcomer('ana'), bench.system.newcomer('beto')]);
  ({ id: tribeId } = await ana.createTribe(`Faro de ${ana.name}`));
  await beto.join(tribeId);
  ({ id: postId } = await ana.publish(tribeId, { content: 'Luz', pictures: [await png(1200, 800)] }));
  await bench.system.settled();
});

async function openCard(options: PageOptions = {}) {
  const page = await bench.open(beto, `/tools/tribes/${tribeId}`, options);
  const card = page.getByRole('article', { name: ana.name });
  return {
    page,
    card,
    picture: card.getByRole('button', { name: 'Abrir imagen 1 de 1' }),
    menu: page.getByRole('menu'),
    item: (name: string) => page.getByRole('menuitem', { name, exact: true }),
  };
}

/** Records from now on whether the right clicks of the page were left to the browser. */
async function watchBrowserMenu(page: Page): Promise<() => Promise<boolean[]>> {
  await page.evaluate(
    'window.left = [], window.addEventListener("contextmenu", (event) => window.left.push(!event.defaultPrevented))',
  );
  return () => page.evaluate<boolean[]>('window.left');
}

const hasFocus = (element: Locator) => element.evaluate((one) => one === one.ownerDocument.activeElement);

test('a right click opens the menu of the post at the pointer, a second one that of the browser', async () => {
  const { page, picture, menu, item } = await openCard({ size: 'desk' });
  const left = await watchBrowserMenu(page);
  const { x, y } = await steadyBox(picture);
  await page.mouse.click(x + 30, y + 40, { button: 'right' });
  await item('Copiar enlace').waitFor();
  const box = await steadyBox(menu);
  expect([Math.abs(box.x - x - 30) < 12, Math.abs(box.y - y - 40) < 12]).toEqual([true, true]);
  expect(await flaws(page)).toEqual([]);
  const link = item('Abrir en otra pestaña');
  expect(await link.getAttribute('href')).toBe(`/post/${postId}?tribe=${tribeId}`);
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await opened.getByRole('article', { name: ana.name }).waitFor();
  await menu.waitFor({ state: 'detached' });
  await page.mouse.click(x + 30, y + 40, { button: 'right' });
  await menu.waitFor();
  await page.mouse.click(x + 10, y + 10, { button: 'right' });
  await menu.waitFor({ state: 'detached' });
  expect(await left()).toEqual([false, false, true]);
});

test('links and selected text have the menu of the browser', async () => {
  const { page, card, menu } = await openCard({ size: 'desk' });
  const left = await watchBrowserMenu(page);
  await card.getByRole('link', { name: ana.name }).last().click({ button: 'right' });
  const text = card.getByText('Luz');
  await text.evaluate((one) => one.ownerDocument.getSelection()?.selectAllChildren(one));
  expect(await page.evaluate('String(getSelection()).trim()')).toBe('Luz');
  await text.click({ button: 'right' });
  expect([await left(), await menu.count()]).toEqual([[true, true], 0]);
  await page.evaluate('getSelection().removeAllRanges()');
  await text.click({ button: 'right' });
  await menu.waitFor();
});

test('Shift+F10 opens the menu of the post, and Escape returns the focus', async () => {
  const { page, picture, menu, item } = await openCard({ size: 'desk' });
  await picture.focus();
  await page.keyboard.press('Shift+F10');
  await item('Abrir en otra pestaña').waitFor();
  await until(() => menu.evaluate((shown) => shown.contains(shown.ownerDocument.activeElement)), 'it has the focus');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await until(() => hasFocus(picture), 'the focus returns');
});

test('a long touch is left to the browser', async () => {
  const { page, picture, menu } = await openCard();
  const left = await watchBrowserMenu(page);
  const { x, y } = await steadyBox(picture);
  const [at, finger] = [{ x: x + 60, y: y + 60 }, await page.context().newCDPSession(page)];
  const touch = (type: 'touchStart' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', at);
  // Phones send this event after a long touch; the browser of the tests does not.
  await page.evaluate(
    `document.elementFromPoint(${at.x}, ${at.y})
      .dispatchEvent(new PointerEvent('contextmenu', { bubbles: true, cancelable: true, pointerType: 'touch' }))`,
  );
  await touch('touchEnd');
  await page.getByRole('dialog').waitFor();
  expect([await left(), await menu.count()]).toEqual([[true], 0]);
});

test.each(['phone', 'desk'] as const)('the avatar links to the profile and has a menu, on a %s', async (size) => {
  const { page, card, menu, item } = await openCard({ size });
  const button = card.getByRole('button', { name: `Opciones de ${ana.name}` });
  await card.locator('header').hover();
  await button.click();
  await item('Ver perfil').waitFor();
  await item('Aún no tiene vibes').waitFor();
  for (const name of [`Silenciar a ${ana.name}`, `Bloquear a ${ana.name}`, 'Reportar', `Escribir a ${ana.name}`])
    await item(name).waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.goBack();
  await menu.waitFor({ state: 'detached' });
  await until(() => hasFocus(button), 'the focus returns to the button');
  await page.keyboard.press('Enter');
  const other = size === 'phone' ? 'Seguir a' : 'Dejar de seguir a';
  await expectToast(page, size === 'phone' ? `Ahora sigues a ${ana.name}` : `Ya no sigues a ${ana.name}`, () =>
    item(`${other} ${ana.name}`).click(),
  );
  await menu.waitFor({ state: 'detached' });
  await card.locator(`a[href="/u/${ana.id}"]`).first().click();
  await page.waitForURL(`**/u/${ana.id}`);
});

test('the menu of the avatar leads to the vibes of somebody who has any; one’s own avatar has none', async () => {
  const cleo = await bench.system.newcomer('cleo');
  await cleo.join(tribeId);
  await cleo.publish(tribeId, { content: 'Noche', pictures: [await png(900, 1600)], kind: 'story', tags: 'chill' });
  await cleo.publish(tribeId, { content: 'Día' });
  await bench.system.settled();
  const { page, item } = await openCard();
  await page
    .getByRole('button', { name: `Opciones de ${cleo.name}` })
    .first()
    .click();
  await item('Ver sus vibes').click();
  await page.waitForURL(`**/u/${cleo.id}?tab=vibes`);
  const own = await bench.open(cleo, `/tools/tribes/${tribeId}`);
  await own.getByRole('article', { name: cleo.name }).first().waitFor();
  expect(await own.getByRole('button', { name: `Opciones de ${cleo.name}` }).count()).toBe(0);
});
