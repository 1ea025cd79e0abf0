import type { Locator, Page } from 'playwright-core';
import { png } from '../../deploy/system-tests/pictures.ts';

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture file of a person. */
export const pngFile = async (name: string, width = 800, height = 600, colour?: string): Promise<ChosenFile> => ({
  name: `${name}.png`,
  mimeType: 'image/png',
  buffer: await png(width, height, colour),
});

/** Presses the button and chooses files in the dialog that the browser opens. */
export async function choose(page: Page, button: Locator, files: ChosenFile[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles(files);
}
