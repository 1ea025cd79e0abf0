import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { startTestSystem, type TestSystem } from '../../deploy/system-tests/test-system.ts';
import { findChromium } from '../../deploy/tools/chromium.ts';

const sizes = {
  phone: { width: 390, height: 844 },
  desk: { width: 1440, height: 900 },
  /** The narrowest phone in use. */
  narrow: { width: 320, height: 640 },
} as const;

export interface PageOptions {
  /** A phone when not said. */
  size?: keyof typeof sizes;
  theme?: 'dark' | 'light';
  /** The language chosen earlier; without it the browser's, which is Spanish. */
  language?: 'en' | 'zh';
  /** Statuses of refusals that belong to the story: the browser itself logs a line about each. */
  refusals?: readonly number[];
  /** What else the console may say, because the story provokes it. */
  provoked?: RegExp;
}

/** A whole system, a browser in front of it, and the people who use it. */
export interface BrowserBench {
  system: TestSystem;
  /** Opens an address as somebody with a session, or as a visitor. */
  open(who: Person | null, path: string, wish?: PageOptions): Promise<Page>;
}

const webRoot = fileURLToPath(new URL('../dist', import.meta.url));

/** One system and one browser for the stories of a file. Whatever a page complains of fails the story that opened it. */
export function openBrowserBench(): BrowserBench {
  let system: TestSystem | undefined;
  let browser: Browser | undefined;
  let contexts: BrowserContext[] = [];
  let complaints: string[] = [];

  beforeAll(async () => {
    browser = await launch();
    system = await startTestSystem({ topology: 'one', env: { WEB_ROOT: webRoot } });
  }, 120_000);

  afterEach(async () => {
    const heard = complaints;
    await Promise.all(contexts.map((context) => context.close()));
    [contexts, complaints] = [[], []];
    expect(heard).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await system?.close();
  }, 30_000);

  const theSystem = (): TestSystem => openBench(system);
  return {
    get system() {
      return theSystem();
    },
    async open(who, path, wish = {}) {
      const { url } = theSystem().system;
      const context = await openBench(browser).newContext(contextOf(url, who, wish));
      context.setDefaultTimeout(15_000);
      contexts.push(context);
      const page = await context.newPage();
      const complain = (text: string) => complaints.push(`${new URL(page.url()).pathname}: ${text}`);
      listen(page, wish, complain);
      await page.goto(path);
      return page;
    },
  };
}

function openBench<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('the bench is raised before the first story');
  return thing;
}

async function launch(): Promise<Browser> {
  const { path, args, env } = await findChromium({ PATH: process.env.PATH, CHROMIUM_PATH: process.env.CHROMIUM_PATH });
  return chromium.launch({ executablePath: path, args: [...args], env: { ...process.env, ...env } });
}

function contextOf(url: string, who: Person | null, { size = 'phone', theme, language }: PageOptions) {
  const kept = { ...(who && { token: who.token }), ...(theme && { theme }), ...(language && { language }) };
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  return {
    baseURL: url,
    viewport: sizes[size],
    hasTouch: size !== 'desk',
    locale: 'es-ES',
    // Stories tell what happens, not how it moves.
    reducedMotion: 'reduce' as const,
    storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] },
  };
}

/** Errors and warnings on the console (broken content policies stand there, too) and errors nobody caught. */
function listen(page: Page, { refusals = [], provoked }: PageOptions, complain: (text: string) => void): void {
  const refused = refusals.map((status) => `the server responded with a status of ${status} `);
  page.on('console', (message) => {
    const text = message.text();
    if (!['error', 'warning'].includes(message.type())) return;
    if (provoked?.test(text) || refused.some((words) => text.includes(words))) return;
    complain(`${message.type()}: ${text} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complain(`not caught: ${error.stack ?? error.message}`));
}
