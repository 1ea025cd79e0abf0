import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Env } from '@tribus/kit/core/config.ts';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type Inbox, joinInbox } from '../../deploy/system-tests/outside.ts';
import type { Person } from '../../deploy/system-tests/people.ts';
import { joinTestSystem, type SharedSystem, startTestSystem } from '../../deploy/system-tests/test-system.ts';
import type { Chromium } from '../../deploy/tools/chromium.ts';
import { watchDialogs } from './dialog-width.ts';
import type { StageAddresses } from './global-setup.ts';
import { slowDown } from './slowness.ts';
import { watchToasts } from './toasts.ts';

const webRoot = fileURLToPath(new URL('../dist', import.meta.url));

export const sizes = {
  phone: { width: 390, height: 844 },
  desk: { width: 1440, height: 900 },
  /** The narrowest phone in use. */
  narrow: { width: 320, height: 640 },
} as const;

export interface PageOptions {
  /** A phone by default. */
  size?: keyof typeof sizes;
  theme?: 'dark' | 'light';
  /** The theme of the device; dark by default. */
  systemTheme?: 'dark' | 'light';
  /** The language chosen earlier; by default the browser's. */
  language?: 'es' | 'en' | 'zh';
  /** The language of the browser; Spanish by default. */
  locale?: string;
  /** Disables JavaScript in the page. */
  withoutScripts?: boolean;
  /** Error statuses that the test expects: the browser logs a line about each. */
  refusals?: readonly number[];
  /** Further console messages that the test expects. */
  provoked?: RegExp;
  /** Uncaught errors that the test expects. */
  thrown?: RegExp;
}

/** A whole system, shared by the tests of a worker, a browser, and the people who use it. */
export interface BrowserBench {
  system: SharedSystem;
  /** The mail of all users. */
  inbox: Inbox;
  /** Opens an address with a user's session, or as a visitor. */
  open(user: Person | null, path: string, options?: PageOptions): Promise<Page>;
}

interface BenchOptions {
  /** For tests that change the state of everyone: they get a separate system. */
  ownSystem?: boolean;
  /** Settings of the separate system. */
  env?: Env;
  /** Further arguments of the browser. */
  browserArgs?: readonly string[];
}

/** The system of global-setup.ts, and a browser. A console error of a page fails the test that opened it. */
export function openBrowserBench({ ownSystem = false, env = {}, browserArgs = [] }: BenchOptions = {}): BrowserBench {
  const stage = stageOfWorker();
  let url = stage.url;
  let system = joinTestSystem(url, stage.opsUrls);
  let browser: Browser | undefined;
  let contexts: BrowserContext[] = [];
  let complaints: string[] = [];

  beforeAll(async () => {
    browser = await launch(browserArgs);
    if (!ownSystem) return;
    const own = await startTestSystem({ topology: 'one', env: { WEB_ROOT: webRoot, ...env } });
    [url, system] = [own.system.url, own];
  });

  afterEach(async () => {
    const reported = complaints;
    await Promise.all(contexts.map((context) => context.close()));
    [contexts, complaints] = [[], []];
    expect(reported).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await system.close();
  });

  return {
    get system() {
      return system;
    },
    inbox: joinInbox(stage.letterboxUrl),
    async open(user, path, options = {}) {
      if (!browser) throw new Error('the browser starts before the first story, in beforeAll');
      const context = await browser.newContext(contextOf(url, options));
      // The timeout of `until`: shorter than that of a test, so that the error names the condition.
      context.setDefaultTimeout(60_000);
      await context.addInitScript(watchToasts);
      await context.addInitScript(watchDialogs);
      contexts.push(context);
      if (!options.withoutScripts) context.on('page', waitForApp);
      const page = await context.newPage();
      await slowDown(page);
      const complain = (text: string) => complaints.push(`${new URL(page.url()).pathname}: ${text}`);
      listen(page, options, complain);
      // Playwright's initial storage needs an extra page to write it.
      const begin = await page.addInitScript((stored) => Object.assign(localStorage, stored), storageOf(user, options));
      await page.goto(path);
      await begin.dispose();
      return page;
    },
  };
}

/** Each file launches its own browser, which is faster than a shared one through a socket. */
function launch(more: readonly string[]): Promise<Browser> {
  const { path, args, env }: Chromium = JSON.parse(requireEnv('TEST_BROWSER'));
  return chromium.launch({ executablePath: path, args: [...args, ...more], env: { ...process.env, ...env } });
}

/** The system of this worker, as global-setup.ts started it; jest numbers its workers from 1. */
export function stageOfWorker(): StageAddresses {
  const stages: StageAddresses[] = JSON.parse(requireEnv('TEST_STAGES'));
  const stage = stages[(Number(process.env.JEST_WORKER_ID) - 1) % stages.length];
  if (!stage) throw new Error('jest sets JEST_WORKER_ID for every worker');
  return stage;
}

function requireEnv(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set: the stories run through jest, whose set-up starts the system`);
  return value;
}

/** The prerendered view accepts no input: a test continues once the app has replaced it, or at once with `commit`. */
function waitForApp(page: Page): void {
  const [goTo, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const isThere = () => page.locator('#first-view').waitFor({ state: 'detached' });
  page.goto = async (url, options) => {
    const response = await goTo(url, options);
    if (options?.waitUntil !== 'commit') await isThere();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== 'commit') await isThere();
    return response;
  };
}

/**
 * The browser storage of earlier visits. The language of the page counts as chosen on this device: it is not that of the
 * account, which other pages of this person may have changed.
 */
const storageOf = (user: Person | null, { theme, language }: PageOptions) => ({
  ...(user && { token: user.token, unsentLanguage: 'visitor' }),
  ...(theme && { theme }),
  ...(language && { language }),
});

function contextOf(url: string, { size = 'phone', systemTheme = 'dark', locale, withoutScripts }: PageOptions) {
  return {
    baseURL: url,
    viewport: sizes[size],
    hasTouch: size !== 'desk',
    locale: locale ?? 'es-ES',
    javaScriptEnabled: !withoutScripts,
    colorScheme: systemTheme,
    // Stories check outcomes, not animations.
    reducedMotion: 'reduce' as const,
  };
}

/** Errors and warnings on the console (including violations of the content policy) and uncaught errors. */
function listen(page: Page, { refusals = [], provoked, thrown }: PageOptions, complain: (text: string) => void): void {
  const refused = refusals.map((status) => `the server responded with a status of ${status} `);
  page.on('console', (message) => {
    const text = message.text();
    if (!['error', 'warning'].includes(message.type())) return;
    if (provoked?.test(text) || refused.some((words) => text.includes(words))) return;
    complain(`${message.type()}: ${text} (${message.location().url})`);
  });
  page.on('pageerror', (error) => {
    if (!thrown?.test(error.message)) complain(`not caught: ${error.stack ?? error.message}`);
  });
}
