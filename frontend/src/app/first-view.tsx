import { QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { StaticRouter } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { queryKeys } from '../lib/query-keys.ts';
import es from '../locales/es.json' with { type: 'json' };
import { HomeScreen } from './home-screen.tsx';
import { Shell } from './shell/shell.tsx';

/**
 * Renders `/` for a visitor, in Spanish, as HTML: the build puts it into landing.html (frontend/vite.config.ts), so that
 * it is visible before any script is loaded.
 */
export async function renderFirstView(): Promise<string> {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'es', resources: { es: { translation: es } }, interpolation: { escapeValue: false } });
  const client = createQueryClient();
  client.setQueryData(queryKeys.landing.page, null);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <StaticRouter location={paths.home}>
        <Shell frame="app">
          <HomeScreen />
        </Shell>
      </StaticRouter>
    </QueryClientProvider>,
  );
  // Its timers would keep the build process running.
  client.clear();
  return html;
}
