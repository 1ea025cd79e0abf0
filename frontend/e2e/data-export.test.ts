import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { unzipSync } from 'fflate';
import { openBrowserBench } from './browser-bench.ts';

const bench = openBrowserBench();

test('a member requests a data export before leaving, is notified when it is ready, and saves it', async () => {
  const ana = await bench.system.newcomer('ana');
  await ana.publish(38, { content: 'Lo que dije junto al fuego' });
  const page = await bench.open(ana, '/(modal)/edit-profile');
  await page.getByRole('link', { name: 'Antes puedes descargar una copia de tus datos.' }).click();
  await page.waitForURL(({ pathname, hash }) => pathname === '/tools/account' && hash === '#data');
  const section = page.getByRole('region', { name: 'Tus datos' });
  await section.getByRole('button', { name: 'Descargar mis datos' }).click();
  await section.getByText('Disponible hasta el').waitFor();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: /^Descargar \([\d,]+ MB\)$/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('tribus.zip');
  const files = unzipSync(new Uint8Array(await buffer(await download.createReadStream())));
  expect(Buffer.from(files['posts.json'] ?? []).toString()).toContain('Lo que dije junto al fuego');
  expect(Buffer.from(files['README.txt'] ?? []).toString()).toContain('Los datos de');

  await bench.system.settled();
  await page.goto('/(modal)/inbox');
  await page.getByRole('link', { name: /La copia de tus datos está lista/ }).click();
  await page.waitForURL(({ pathname, hash }) => pathname === '/tools/account' && hash === '#data');
  await section.getByText('Disponible hasta el').waitFor();

  // Also when the content above it loads later.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  for (const list of ['Sesiones abiertas', 'Historial de accesos'])
    await page.getByRole('list', { name: list }).getByRole('listitem').first().waitFor();
  await until(async () => {
    const { y = -1, height = 0 } = (await section.boundingBox()) ?? {};
    return y >= 0 && y + height <= 900;
  }, 'the section is in view');
});
