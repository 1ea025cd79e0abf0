import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { until } from '../../services/kit/testing/until.ts';
import { barriers } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { gate } from './gate.ts';
import { expectSteady, painted, watchShifts } from './layout-shifts.ts';

const bench = openBrowserBench();

test('a site admin groups the posts of a period, sorts the groups and saves them as a file', async () => {
  const [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
  const name = `Cesteras ${ana.id}`;
  const { id } = await ana.createTribe(name);
  await beto.join(id);
  const tag = `mimbre-${ana.id.slice(-8)}`;
  const post = await ana.publish(id, { content: 'Cesto', tags: tag });
  await beto.publish(id, { content: 'Asa', tags: tag });
  await beto.post(`/tribes/${id}/posts/${post.id}/comments`, { content: 'Qué fino' });
  await beto.post(`/tribes/${id}/posts/${post.id}/reactions`, { type: 'like' });

  const page = await bench.open(await bench.system.admin(), '/tools', { size: 'desk' });
  await page.getByRole('link', { name: 'Publicaciones en números' }).click();
  await page.getByRole('figure', { name: 'Cada día' }).getByRole('img').waitFor();
  expect(await barriers(page)).toEqual([]);

  await page.getByRole('button', { name: 'Por tribu' }).click();
  await page.waitForURL('**/tools/post-stats?by=tribe');
  const row = page.getByRole('row').filter({ hasText: name });
  await row.waitFor();
  expect(await row.getByRole('cell').allTextContents()).toEqual(['2', '1', '1', '0']);
  await page.getByRole('button', { name: 'Comentarios' }).click();
  await page
    .getByRole('columnheader', { name: 'Comentarios', exact: true })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor();

  await page.getByRole('button', { name: 'Por etiqueta' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: `#${tag}` })
    .waitFor();
  const saveFile = async () => {
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Descargar CSV' }).click();
    const saved = await saving;
    return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), 'utf8') };
  };
  const file = await saveFile();
  expect(file.name).toMatch(/^posts-tag-.*\.csv$/);
  expect(file.text).toContain(`${tag},2,1,1,0\r\n`);
  await page.getByRole('button', { name: 'Por tipo' }).click();
  await page.getByRole('row').filter({ hasText: 'Publicación' }).waitFor();
  expect((await saveFile()).text).toMatch(/^Publicación,\d+,/m);
});

test('a period without posts and one that ends before it begins say so, and the dates can be changed', async () => {
  const page = await bench.open(await bench.system.admin(), '/tools/post-stats?by=tag&from=2001-01-01&to=2001-01-31', {
    refusals: [400],
  });
  await page.getByText('Nada publicado en este periodo').waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.getByLabel('Hasta').fill('2000-12-31');
  await page.getByText('Elige un periodo de 1 a 366 días.').waitFor();
  await page.getByLabel('Desde').fill('2000-12-31');
  await page.getByText('Nada publicado en este periodo').waitFor();
});

test('on a phone the chart shows one number at a time, its table all of them, and nothing moves as they load', async () => {
  const page = await bench.open(await bench.system.admin(), '/tools');
  await page.addInitScript(watchShifts);
  const data = await gate(page, '**/api/admin/post-stats**');
  await page.goto('/tools/post-stats');
  await page.getByRole('group', { name: 'Qué muestran las barras' }).waitFor();
  await painted(page);
  data.open();
  const chart = page.getByRole('figure', { name: 'Cada día' });
  const plot = chart.getByRole('img');
  await plot.waitFor();
  await painted(page);
  await expectSteady(page);
  expect(await plot.getAttribute('aria-label')).toMatch(/Publicaciones: de \d+ a \d+\.$/);
  await page.getByRole('button', { name: 'Comentarios' }).click();
  await page.waitForURL('**/tools/post-stats?measure=comments');
  const drawn = /\. Comentarios: de \d+ a \d+\.$/;
  await until(async () => drawn.test((await plot.getAttribute('aria-label')) ?? ''), 'the bars show the comments');
  expect(await plot.getAttribute('aria-label')).not.toContain('Publicaciones');
  expect(await page.getByRole('table').count()).toBe(0);
  await chart.getByRole('button', { name: 'Ver tabla' }).click();
  expect(await chart.getByRole('columnheader').allTextContents()).toEqual([
    ...['Fecha', 'Publicaciones', 'Comentarios', 'Reacciones', 'Vistas'],
  ]);
  const region = chart.getByRole('region', { name: 'Cada día' });
  expect(await region.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await page.getByRole('button', { name: 'Por hora' }).click();
  const table = page.getByRole('table', { name: 'Las publicaciones en números' });
  await table.getByRole('rowheader').first().waitFor();
  expect(await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))).toBe(0);
  expect(await barriers(page)).toEqual([]);
});

test('on a phone the chosen group is in view', async () => {
  const page = await bench.open(await bench.system.admin(), '/tools/post-stats?by=hour');
  const box = await page.getByRole('button', { name: 'Por hora', pressed: true }).boundingBox();
  if (!box) throw new Error('the chip is rendered');
  expect(box.x).toBeGreaterThan(0);
  expect(box.x + box.width).toBeLessThan(390);
});
