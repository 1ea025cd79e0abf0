import { expect, test } from '@jest/globals';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.ts';

test('the browser that npm ships opens a page and takes its picture', async () => {
  const { path, args, env } = await findChromium({ PATH: '' });
  const browser = await chromium.launch({ executablePath: path, args: [...args], env: { ...process.env, ...env } });
  try {
    const page = await browser.newPage();
    await page.goto('data:text/html,<h1>Hola</h1>');
    expect(await page.getByRole('heading').textContent()).toBe('Hola');
    expect((await page.screenshot()).subarray(1, 4).toString()).toBe('PNG');
  } finally {
    await browser.close();
  }
});

test('a browser that is named and does not run is complained about by name', async () => {
  await expect(findChromium({ CHROMIUM_PATH: '/bin/false' })).rejects.toThrow('CHROMIUM_PATH is /bin/false');
});

test('a browser that is named is used as it is', async () => {
  const { path, env } = await findChromium({ CHROMIUM_PATH: process.execPath });
  expect({ path, env }).toEqual({ path: process.execPath, env: {} });
});
