import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '../../deploy/system-tests/people.ts';
import { noise } from '../../deploy/system-tests/pictures.ts';
import { ownOf } from '../../deploy/system-tests/test-system.ts';
import { until } from '../../services/kit/testing/until.ts';
import { flaws, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';
import { type ChosenFile, choose, pngFile } from './files.ts';
import { openSlowLine, type SlowLine } from './slow-line.ts';
import { expectToast } from './toasts.ts';
import { untilFieldIs } from './until-field.ts';

/** A system of its own: the test looks into its store of pictures. */
const bench = openBrowserBench({ ownSystem: true });

let ana: Person;
let tribe: { id: number };
let line: SlowLine;
beforeAll(async () => {
  line = await openSlowLine(ownOf(bench.system).system.url);
  ana = await bench.system.newcomer('ana');
  tribe = await ana.createTribe('Las del archivo');
});
afterAll(() => line.close());

/** A picture of noise, which does not compress: 13 MB, more than the buffers of a connection. */
const largeFile = async (name: string): Promise<ChosenFile> => ({
  name: `${name}.png`,
  mimeType: 'image/png',
  buffer: await noise(2_500, 1_800),
});

const someBytes = 300_000;
/** The system's buffers of a connection take no more before a part of them, often megabytes, has been passed on. */
const bytesPerCheck = 100_000;

async function openMedia(options: PageOptions = {}) {
  const page = await bench.open(ana, `${line.url}/tools/tribes/${tribe.id}/media`, options);
  const sheet = page.getByRole('dialog', { name: 'Subir imágenes' });
  const upload = async (file: ChosenFile, caption: string) => {
    await page.getByRole('button', { name: 'Subir imágenes' }).click();
    await choose(page, sheet.getByRole('button', { name: 'Elegir imágenes' }), [file]);
    await sheet.getByRole('textbox', { name: `Pie de ${file.name}` }).fill(caption);
    await sheet.getByRole('button', { name: 'Subir 1 imagen' }).click();
  };
  /** Waits until the progress is more than that percentage, and resolves to it. `passMore` runs before each check. */
  const progressBeyond = async (before: number, passMore?: () => void): Promise<number> => {
    const bar = sheet.getByRole('progressbar');
    let now = before;
    const isMore = async () => {
      passMore?.();
      now = Number(await bar.getAttribute('aria-valuenow'));
      return now > before;
    };
    await until(isMore, `the progress is more than ${before} %`);
    return now;
  };
  return { page, sheet, upload, progressBeyond };
}

/** The pictures of the tribe, and what is stored of pictures and of uploads under way. */
async function stored() {
  const { sql, dataDir } = ownOf(bench.system);
  const { items } = await ana.read(`/tribes/${tribe.id}/media`);
  const rows = await sql('media', 'select key from objects where main_key is null');
  const names = await readdir(join(dataDir, 'media'), { recursive: true, withFileTypes: true });
  return {
    captions: items.map(({ caption }: { caption: string }) => caption),
    objects: rows.length,
    files: names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
  };
}

test('a slow upload shows its growing progress, leaves nothing behind once it is cancelled, and the next one is completed', async () => {
  const { page, sheet, upload, progressBeyond } = await openMedia();
  await page.getByText('Aún no hay imágenes').waitFor();
  const before = await stored();
  line.passUpTo(someBytes);
  await upload(await largeFile('lenta'), 'La que no llega');
  const first = await progressBeyond(0);
  expect(await progressBeyond(first, () => line.passMore(bytesPerCheck))).toBeLessThan(100);
  expect([...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);
  await sheet.getByRole('button', { name: 'Cancelar lenta.png' }).click();
  await sheet.getByRole('progressbar').waitFor({ state: 'detached' });
  await untilFieldIs(sheet.getByRole('textbox', { name: 'Pie de lenta.png' }), 'La que no llega');
  await sheet.getByRole('button', { name: 'Quitar lenta.png' }).click();
  await sheet.getByRole('list', { name: 'Imágenes elegidas' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.getByText('Aún no hay imágenes').waitFor();
  await until(async () => JSON.stringify(await stored()) === JSON.stringify(before), 'nothing of it is stored');

  line.passUpTo(Number.POSITIVE_INFINITY);
  const file = await pngFile('entera');
  await expectToast(page, '1 imagen subida', () => upload(file, 'La que llega'));
  await page.getByRole('button', { name: 'Abrir: La que llega' }).waitFor();
  expect(await stored()).toMatchObject({ captions: ['La que llega'], objects: before.objects + 1 });
});

test('an upload interrupted in the middle offers a retry, keeps its caption, and is completed once', async () => {
  const { page, sheet, upload, progressBeyond } = await openMedia({ provoked: /net::ERR_/ });
  const before = await stored();
  line.passUpTo(someBytes);
  await upload(await largeFile('cortada'), 'A la mitad');
  await progressBeyond(0);
  line.cut();
  const retry = sheet.getByRole('button', { name: 'Reintentar cortada.png' });
  await retry.waitFor();
  await sheet.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
  await untilFieldIs(sheet.getByRole('textbox', { name: 'Pie de cortada.png' }), 'A la mitad');
  expect(await flaws(page)).toEqual([]);
  line.passUpTo(Number.POSITIVE_INFINITY);
  await expectToast(page, '1 imagen subida', () => retry.click());
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Abrir: A la mitad' }).waitFor();
  expect(await stored()).toMatchObject({
    captions: ['A la mitad', ...before.captions],
    objects: before.objects + 1,
  });
});
