import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { until } from '../../services/kit/testing/until.ts';
import { flaws, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';
import { chooseKind, flowOf, onwards, owner, postsIn } from './create-flow.ts';
import { choose, pngFile } from './files.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

test('a vibe is created from the empty feed of vibes: its picture and mood first, and it is shown once published', async () => {
  const { ana, tribeId } = await owner(bench);
  const page = await bench.open(ana, `/vibes-feed?tribeId=${tribeId}`);
  await page.getByText('Aún no hay Vibes').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Crear Vibe' }).last().click();
  const { sheet, button, add, caption, chosen } = flowOf(page);
  await sheet.getByText('Debe incluir al menos una imagen o video').waitFor();
  expect(await button('Continuar').isDisabled()).toBe(true);
  await choose(page, add, [await pngFile('rojo', 600, 400, '#dc2626'), await pngFile('azul', 600, 400, '#2563eb')]);
  await chosen.nth(1).waitFor();
  await sheet.getByText('Selecciona un mood para el Vibe (necesario para la música de fondo)').waitFor();
  expect(await button('Elige un mood').isDisabled()).toBe(true);
  expect(await sheet.getByRole('radio').count()).toBe(15);
  await add.and(page.locator(':focus')).waitFor();
  await button('Elige un mood').focus();
  // A press acts, so it does not look disabled.
  expect(await page.evaluate('getComputedStyle(document.activeElement).opacity')).toBe('1');
  await page.keyboard.press('Enter');
  await sheet.getByRole('radio').first().and(page.locator(':focus')).waitFor();
  await sheet.getByRole('radio', { name: 'Jazz' }).check();
  await onwards(page);
  await sheet.getByRole('radio', { name: 'Sin capa' }).waitFor();
  await onwards(page);
  await caption.fill('Baila');
  await onwards(page);
  await sheet.getByRole('article', { name: 'Vista previa' }).getByText('Baila').waitFor();
  await expectToast(page, 'Publicado', () => button('Publicar').dblclick());
  await sheet.waitFor({ state: 'hidden' });
  await page
    .getByRole('img', { name: `Imagen 1 de ${ana.name}` })
    .first()
    .waitFor();
  const posts = await postsIn(ana, tribeId);
  expect(posts).toMatchObject([{ kind: 'story', content: 'Baila', tags: ['jazz', 'vibe'], mood: 'jazz' }]);
  expect(posts[0].images).toHaveLength(2);

  // The draft was cleared.
  await page.getByRole('link', { name: 'Crear Vibe' }).first().click();
  await sheet.getByText('Debe incluir al menos una imagen o video').waitFor();
  expect(await chosen.count()).toBe(0);
});

test('Back moves between the steps, Escape closes, and neither loses anything', async () => {
  const { ana, tribeId } = await owner(bench);
  const page = await bench.open(ana, `/tools/tribes/${tribeId}`);
  await page.getByRole('navigation', { name: 'Navegación principal' }).getByRole('link', { name: 'Crear' }).click();
  const { sheet, button, add, caption, chosen } = flowOf(page);
  await chooseKind(page, 'Post');
  await choose(page, add, [await pngFile('verde')]);
  await chosen.first().waitFor();
  const tribe = sheet.getByRole('combobox', { name: 'Tribu' });
  expect(await button('Continuar').isDisabled()).toBe(true);
  await button('Continuar').press('Enter');
  await tribe.and(page.locator(':focus')).waitFor();
  await tribe.click();
  await page.getByRole('option', { name: /^Fuego de/ }).click();
  await onwards(page);
  await sheet.getByRole('radio', { name: 'Viñeta' }).check();
  await onwards(page);
  await caption.fill('Sin prisa');
  await sheet.getByRole('combobox', { name: 'Etiquetas' }).fill('Noche, río');
  await onwards(page);
  await sheet.getByRole('article', { name: 'Vista previa' }).getByText('noche', { exact: true }).waitFor();
  await page.goBack();
  await until(async () => (await caption.inputValue()) === 'Sin prisa', 'the caption is shown again');
  await page.goBack();
  await until(() => sheet.getByRole('radio', { name: 'Viñeta' }).isChecked(), 'the overlay is still chosen');
  await page.goBack();
  await chosen.first().waitFor();
  await page.goForward();
  await page.goForward();
  await caption.waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await page.waitForURL(`**/tools/tribes/${tribeId}`);

  await page.getByRole('navigation', { name: 'Navegación principal' }).getByRole('link', { name: 'Crear' }).click();
  await chooseKind(page, 'Post');
  await chosen.first().waitFor();
  await onwards(page);
  await onwards(page);
  await onwards(page);
  await expectToast(page, 'Publicado', () => button('Publicar').click());
  await page.getByRole('article', { name: ana.name }).getByText('Sin prisa').waitFor();
  expect(await postsIn(ana, tribeId)).toMatchObject([{ kind: 'post', content: 'Sin prisa', tags: ['noche', 'rio'] }]);
});

test('a post without pictures needs a text, which is still there after a reload', async () => {
  const { ana, tribeId } = await owner(bench);
  const page = await bench.open(ana, `/(modal)/create?type=post&tribe=${tribeId}`);
  const { sheet, button, caption } = flowOf(page);
  await onwards(page);
  await sheet.getByText('Debe incluir texto o algún medio').waitFor();
  expect(await button('Continuar').isDisabled()).toBe(true);
  await caption.fill('Hola');
  await onwards(page);
  await button('Publicar').waitFor();
  await page.reload();
  await sheet.getByRole('article', { name: 'Vista previa' }).getByText('Hola').waitFor();
  await expectToast(page, 'Publicado', () => button('Publicar').click());
  await page.waitForURL('**/tools/tribes');
  expect(await postsIn(ana, tribeId)).toMatchObject([{ kind: 'post', content: 'Hola' }]);
});

test('on a phone held sideways the reason why a draft does not go on is between the buttons, else above them', async () => {
  const { ana, tribeId } = await owner(bench);
  const page = await bench.open(ana, `/(modal)/create?type=post&tribe=${tribeId}`);
  const { sheet, button } = flowOf(page);
  const reason = sheet.locator('footer').getByText('Debe incluir texto o algún medio');
  const boxOf = async (of: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await of.boundingBox()) ?? {};
    return { left: x, right: x + width, top: y, bottom: y + height };
  };
  await onwards(page);
  expect((await boxOf(reason)).bottom).toBeLessThanOrEqual((await boxOf(button('Continuar'))).top);
  await page.setViewportSize({ width: 844, height: 390 });
  const [back, between, next] = [await boxOf(button('Atrás')), await boxOf(reason), await boxOf(button('Continuar'))];
  expect([back.right <= between.left, between.right <= next.left]).toEqual([true, true]);
  expect([next.top <= between.top, between.bottom <= next.bottom]).toEqual([true, true]);
  expect([...(await flaws(page)), ...(await tooWide(page))]).toEqual([]);
});

test('pictures are pasted and dropped into the panel, and reordered by keyboard', async () => {
  const { ana, tribeId } = await owner(bench);
  const page = await bench.open(ana, `/(modal)/create?tribe=${tribeId}`, { size: 'desk' });
  const { sheet, add, chosen } = flowOf(page);
  await add.waitFor();
  const give = (name: string, event: 'paste' | 'drop', bytes: string) =>
    page.evaluate(`(async () => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.fromBase64?.('${bytes}') ?? Uint8Array.from(atob('${bytes}'), (c) => c.charCodeAt(0))], '${name}', { type: 'image/png' }));
      const target = document.querySelector('[role=dialog] ${event === 'paste' ? 'header button' : 'ol'}');
      target.dispatchEvent('${event}' === 'paste'
        ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true })
        : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`);
  const file = (await pngFile('x', 40, 30)).buffer.toString('base64');
  await give('primera.png', 'paste', file);
  await chosen.nth(0).waitFor();
  await give('segunda.png', 'drop', file);
  await chosen.nth(1).waitFor();
  const order = () =>
    sheet
      .getByRole('listitem')
      .getByRole('img')
      .evaluateAll((all) => all.map((img) => img.getAttribute('alt')));
  await until(async () => (await order()).join() === 'primera.png,segunda.png', 'both are listed once');
  await sheet.getByRole('button', { name: /segunda\.png/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await until(async () => (await order())[0] === 'segunda.png', 'the order has changed');
});

const looks: PageOptions[] = [{ size: 'narrow' }, { size: 'desk', theme: 'light' }, { size: 'phone', language: 'zh' }];

test.each(looks)('the flow is accessible and fits: %j', async (options) => {
  const { ana, tribeId } = await owner(bench);
  const page = await bench.open(ana, `/(modal)/create?type=story&tribe=${tribeId}`, options);
  await page.getByRole('dialog').getByRole('radio').first().waitFor();
  expect(await flaws(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  expect(await tooSmall(page)).toEqual([]);
});
