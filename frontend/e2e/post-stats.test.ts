import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { barriers } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';

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
