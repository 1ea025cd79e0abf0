import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { until } from '../../services/kit/testing/until.ts';
import type { BrowserBench } from './browser-bench.ts';

/** A newcomer with a tribe. */
export async function owner({ system }: BrowserBench): Promise<{ ana: Person; tribeId: number }> {
  const ana = await system.newcomer('ana');
  const { id } = await ana.createTribe(`Fuego de ${ana.id.slice(-8)}`);
  return { ana, tribeId: id };
}

/** The controls of the create flow. */
export const flowOf = (page: Page) => {
  const sheet = page.getByRole('dialog', { name: 'Crear' });
  const button = (name: string) => sheet.getByRole('button', { name, exact: true });
  return {
    sheet,
    button,
    add: sheet.getByRole('button', { name: 'Añadir imágenes' }),
    caption: sheet.getByRole('textbox', { name: 'Texto' }),
    /** The row that opens the fields of the alternative texts. */
    alts: sheet.getByRole('button', { name: 'Textos alternativos' }),
    chosen: sheet.getByRole('button', { name: /^Quitar la imagen/ }),
  };
};

export const postsIn = async (ana: Person, tribeId: number) => (await ana.read(`/tribes/${tribeId}/posts`)).items;

/** Goes to the next step, and waits for it: until then a further press would count for the step before. */
export async function onwards(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Crear' });
  const current = sheet.locator('[aria-current="step"]');
  const before = await current.textContent();
  await sheet.getByRole('button', { name: 'Continuar', exact: true }).click();
  await until(async () => (await current.textContent()) !== before, 'the next step is shown');
}

/** Chooses the kind, and waits for its tab: until then pictures would be chosen for the kind before. */
export async function chooseKind(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await page.getByRole('tab', { name, selected: true }).waitFor();
}

/** The keys of the files of drafts that the browser stores; none without a database. */
export const storedFiles = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'draftFiles')) return [];
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const database = await done(indexedDB.open('draftFiles'));
    try {
      return await done(database.transaction('files').objectStore('files').getAllKeys());
    } finally {
      database.close();
    }
  })()`);
