import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.ts';

test('the browser from npm opens a page and takes a screenshot', async () => {
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

test('a configured browser that does not run is refused by name', async () => {
  await expect(findChromium({ CHROMIUM_PATH: '/bin/false' })).rejects.toThrow('CHROMIUM_PATH is /bin/false');
});

test('a configured browser is used', async () => {
  const { path, env } = await findChromium({ CHROMIUM_PATH: process.execPath });
  expect({ path, env }).toEqual({ path: process.execPath, env: {} });
});

test('a headless shell is preferred to a full browser, and one on PATH to that of npm', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tribus-browsers-'));
  const install = (name: string) => writeFile(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
  try {
    await install('chromium');
    const shipped = await findChromium({ PATH: '' });
    expect(await findChromium({ PATH: folder })).toEqual(shipped);
    await install('chromium-headless-shell');
    const { path, env } = await findChromium({ PATH: folder });
    expect({ path, env }).toEqual({ path: join(folder, 'chromium-headless-shell'), env: {} });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
