import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { StubBucket } from '@tribus/kit/testing/bucket.ts';
import { until } from '@tribus/kit/testing/until.ts';
import type { Page } from 'playwright-core';
import { png } from '../../deploy/system-tests/pictures.ts';
import { barriers, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench({ ownSystem: true, env: { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' } });

let bucket: StubBucket;
beforeAll(async () => {
  bucket = await StubBucket.open();
});
afterAll(() => bucket.close());

async function fillIn(page: Page, { bucket: name }: { bucket: string }): Promise<void> {
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.options;
  await page.getByLabel('Dirección', { exact: true }).fill(endpoint);
  await page.getByLabel('Bucket').fill(name);
  await page.getByLabel('Región').fill(region);
  await page.getByLabel('Nombre de la clave').fill(accessKeyId);
  await page.getByLabel('Clave secreta').fill(secretAccessKey);
  await page.getByRole('button', { name: 'Probar y guardar' }).click();
}

test('an admin chooses a bucket that is tested before it is saved, and pictures from before and after are visible', async () => {
  const ana = await bench.system.newcomer('ana');
  const { id } = await ana.createTribe(`Fotógrafas ${ana.id}`);
  await ana.publish(id, { content: 'Antes', pictures: [await png()] });
  const page = await bench.open(await bench.system.admin(), '/tools', { refusals: [400] });
  await page.getByRole('main').getByRole('link', { name: 'Almacenamiento', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Almacenamiento' }).waitFor();
  await page.getByText('Todo está en el almacén en uso.').waitFor();
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await page.getByText('El almacén escribe, lee y borra.').waitFor();

  await fillIn(page, { bucket: 'ninguno' });
  await page.getByText('Ese bucket no existe en el almacén.').waitFor();
  expect(bucket.keys()).toEqual([]);
  await expectToast(page, 'Funciona y está guardado', () => fillIn(page, bucket.options));
  await page.getByText('Elegido aquí').waitFor();
  await page.getByText(/3 archivos \([\d,]+ MB\) están en otros almacenes/).waitFor();
  await until(async () => (await page.getByLabel('Clave secreta').inputValue()) === '', 'the key is not shown');

  await ana.publish(id, { content: 'Después', pictures: [await png(500, 400, '#0e7490')] });
  expect(bucket.keys()).toHaveLength(3);
  const tribe = await bench.open(ana, `/tools/tribes/${id}`);
  for (const words of ['Antes', 'Después']) {
    const picture = tribe.getByRole('article').filter({ hasText: words }).locator('img[src*="proxy-media"]').first();
    await picture.scrollIntoViewIfNeeded();
    await expect(picture.evaluate((image: { decode(): Promise<void> }) => image.decode())).resolves.toBeUndefined();
  }
});

test.each([
  { size: 'phone', theme: 'dark', language: undefined },
  { size: 'desk', theme: 'light', language: 'en' },
  { size: 'narrow', theme: 'light', language: 'zh' },
] as const)(
  'the filled-in form has no axe violation and is not too wide: $size, $theme, $language',
  async (pageOptions) => {
    const { language, ...rest } = pageOptions;
    const page = await bench.open(await bench.system.admin(), '/tools/storage-settings', {
      ...rest,
      ...(language && { language }),
    });
    await page.locator('code').waitFor();
    await page.locator('#storage-test').locator('xpath=ancestor::section').getByRole('button').click();
    await page.getByRole('status').filter({ hasText: /./ }).first().waitFor();
    expect([
      await barriers(page),
      await tooWide(page),
      pageOptions.size === 'desk' ? [] : await tooSmall(page),
    ]).toEqual([[], [], []]);
  },
);

test('an admin returns to the server’s store after a confirmation', async () => {
  const page = await bench.open(await bench.system.admin(), '/tools/storage-settings');
  await page.getByRole('button', { name: 'Volver al del servidor' }).click();
  const revert = page.getByRole('dialog').getByRole('button', { name: 'Volver al del servidor' });
  await expectToast(page, 'Lo nuevo va al almacén del servidor', () => revert.click());
  await page.getByText('3 archivos').waitFor();
  expect((await (await bench.system.admin()).read('/admin/storage-settings')).source).toBe('environment');
});
