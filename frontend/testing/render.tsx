import { readdirSync } from 'node:fs';
import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { BrowserRouter, MemoryRouter } from 'react-router-dom';
import { type Language, setLanguage, startI18n, type TextsName, withTexts } from '../src/lib/i18n.ts';
import { createQueryClient } from '../src/lib/query-client.ts';

// Chunks and texts are loaded as in the app, slowly on a busy machine. Shorter than the timeout of a test.
configure({ asyncUtilTimeout: 60_000 });

interface RenderOptions {
  /** The address, with its query. */
  path?: string;
  language?: Language;
  /** Uses the history of the window, as in the app, for tests that depend on it. */
  browserHistory?: boolean;
}

let started: Promise<void> | undefined;

/** With all texts: most tests need not wait for their loading. */
async function start(): Promise<void> {
  await startI18n();
  const files = readdirSync(new URL('../src/locales/es', import.meta.url));
  await withTexts(async () => undefined, ...files.map((file) => file.replace('.json', '') as TextsName))();
}

interface RenderedApp extends RenderResult {
  /** Reads all shown data again, and returns once that has succeeded or failed. */
  refresh: () => Promise<void>;
}

/** Renders as in the app: with texts, router and a query client of its own. */
export async function renderApp(ui: ReactNode, options: RenderOptions = {}): Promise<RenderedApp> {
  started ??= start();
  await started;
  await setLanguage(options.language ?? 'es');
  const { path = '/', browserHistory = false } = options;
  if (browserHistory) window.history.pushState(null, '', path);
  // Some components read the address of the window (`lib/address-params.ts`).
  else window.history.replaceState(null, '', path);
  // A query that keeps failing reports it at once, after as many attempts as in the app.
  const client = createQueryClient(0);
  const rendered = render(
    <QueryClientProvider client={client}>
      {browserHistory ? <BrowserRouter>{ui}</BrowserRouter> : <MemoryRouter initialEntries={[path]}>{ui}</MemoryRouter>}
    </QueryClientProvider>,
  );
  const refresh = async (): Promise<void> => {
    await client.refetchQueries({ type: 'active' });
    // The components are notified later.
    await new Promise<void>((resolve) => notifyManager.schedule(resolve));
  };
  return { ...rendered, refresh: () => act(refresh) };
}
