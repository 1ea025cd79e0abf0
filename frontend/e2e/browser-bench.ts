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
import { watchToasts } from './toasts.ts';

const webRoot = fileURLToPath(new URL('../dist', import.meta.url));

export const sizes = {
  phone: { width: 390, height: 844 },
  desk: { width: 1440, height: 900 },
  /** The narrowest phone in use. */
  narrow: { width: 320, height: 640 },
} as const;

export interface PageOptions {
  /** A phone when not said. */
  size?: keyof typeof sizes;
  theme?: 'dark' | 'light';
  /** The theme that the device asks for; dark when not said. */
  systemTheme?: 'dark' | 'light';
  /** The language chosen earlier; without it the browser's. */
  language?: 'es' | 'en' | 'zh';
  /** The language of the browser; Spanish when not said. */
  locale?: string;
  /** A browser that runs no scripts. */
  withoutScripts?: boolean;
  /** Statuses of refusals that belong to the story: the browser itself logs a line about each. */
  refusals?: readonly number[];
  /** What else the console may say, because the story provokes it. */
  provoked?: RegExp;
}

/** A whole system, which the stories of a worker share, a browser in front of it, and the people who use it. */
export interface BrowserBench {
  system: SharedSystem;
  /** Everybody's mail. */
  inbox: Inbox;
  /** Opens an address as somebody with a session, or as a visitor. */
  open(who: Person | null, path: string, wish?: PageOptions): Promise<Page>;
}

interface BenchOptions {
  /** For stories of what is the same for everybody: the system is theirs alone. */
  ownSystem?: boolean;
  /** Settings of a system of their own. */
  env?: Env;
}

/** The system of global-setup.ts, and a browser. Whatever a page complains of fails the story that opened it. */
export function openBrowserBench({ ownSystem = false, env = {} }: BenchOptions = {}): BrowserBench {
  const stage = stageOfWorker();
  let url = stage.url;
  let system = joinTestSystem(url, stage.opsUrls);
  let browser: Browser | undefined;
  let contexts: BrowserContext[] = [];
  let complaints: string[] = [];

  beforeAll(async () => {
    browser = await launch();
    if (!ownSystem) return;
    const own = await startTestSystem({ topology: 'one', env: { WEB_ROOT: webRoot, ...env } });
    [url, system] = [own.system.url, own];
  });

  afterEach(async () => {
    const heard = complaints;
    await Promise.all(contexts.map((context) => context.close()));
    [contexts, complaints] = [[], []];
    expect(heard).toEqual([]);
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
    async open(who, path, wish = {}) {
      if (!browser) throw new Error('the browser is there before the first story, not before that');
      const context = await browser.newContext(contextOf(url, wish));
      // As long as `until` waits: shorter than a test may take, so that the wait is named.
      context.setDefaultTimeout(60_000);
      await context.addInitScript(watchToasts);
      await context.addInitScript(watchDialogs);
      contexts.push(context);
      if (!wish.withoutScripts) context.on('page', waitForApp);
      const page = await context.newPage();
      const complain = (text: string) => complaints.push(`${new URL(page.url()).pathname}: ${text}`);
      listen(page, wish, complain);
      // Storage that a context begins with costs a page of its own, which writes it.
      const begin = await page.addInitScript((kept) => Object.assign(localStorage, kept), keptBy(who, wish));
      await page.goto(path);
      await begin.dispose();
      return page;
    },
  };
}

/** Each file launches its own, which takes less than to speak to a shared one through a socket. */
function launch(): Promise<Browser> {
  const { path, args, env }: Chromium = JSON.parse(given('TEST_BROWSER'));
  return chromium.launch({ executablePath: path, args: [...args], env: { ...process.env, ...env } });
}

/** The system of this worker, as global-setup.ts started it; jest numbers its workers from 1. */
export function stageOfWorker(): StageAddresses {
  const stages: StageAddresses[] = JSON.parse(given('TEST_STAGES'));
  const stage = stages[(Number(process.env.JEST_WORKER_ID) - 1) % stages.length];
  if (!stage) throw new Error('jest tells every worker its number');
  return stage;
}

function given(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set: the stories run through jest, whose set-up starts the system`);
  return value;
}

/** The view that a page comes with takes no input: a story goes on when the app has taken its place, or at once by `commit`. */
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

/** What the browser of whoever it is keeps from earlier visits. */
const keptBy = (who: Person | null, { theme, language }: PageOptions) => ({
  ...(who && { token: who.token }),
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
    // Stories tell what happens, not how it moves.
    reducedMotion: 'reduce' as const,
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
