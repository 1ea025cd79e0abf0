import { QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { StaticRouter } from 'react-router-dom';
import { LoginPage } from '../features/account/login-page.tsx';
import { RegisterPage } from '../features/account/register-page.tsx';
import { FirstPosts } from '../features/posts/first-posts.tsx';
import { HomininiPage } from '../features/tribes/tribe-page.tsx';
import { type Language, type TextsName, withTexts } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { queryKeys } from '../lib/query-keys.ts';
import en from '../locales/en.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };
import zh from '../locales/zh.json' with { type: 'json' };
import { HomeScreen } from './home-screen.tsx';
import type { Frame } from './shell/frame.ts';
import { Shell } from './shell/shell.tsx';

interface Screen {
  path: string;
  frame: Frame;
  /** The title of the tab; without it the name of the site alone. */
  title: () => string;
  /** The texts needed in addition to those that all screens share. */
  texts: readonly TextsName[];
  element: ReactNode;
}

/** The entry screens of visitors, by the names of their pages (frontend/vite-pages.ts). */
const screens: Record<string, Screen> = {
  'front-page': { path: paths.home, frame: 'app', title: () => '', texts: [], element: <HomeScreen /> },
  login: {
    path: paths.login,
    frame: 'bare',
    title: () => i18next.t('account.loginTitle'),
    texts: [],
    element: <LoginPage />,
  },
  register: {
    path: paths.register,
    frame: 'bare',
    title: () => i18next.t('account.registerTitle'),
    texts: [],
    element: <RegisterPage />,
  },
  hominini: {
    path: paths.hominini,
    frame: 'app',
    title: () => 'hominini',
    texts: ['members', 'tribe'],
    element: <HomininiPage feed={<FirstPosts />} />,
  },
};

/**
 * Renders a screen for a visitor as HTML, with its title and description: the build puts it into the page
 * (frontend/vite-pages.ts), so that it is visible before any script is loaded. A name without a screen has no HTML.
 */
export async function renderFirstView(
  name: string,
  language: Language,
): Promise<{ html: string; title: string; description: string }> {
  await setLanguage(language);
  const screen = screens[name];
  const title = screen?.title() ?? '';
  const page = { title: title ? `${title} · Tribus` : 'Tribus', description: i18next.t('home.lead') };
  if (!screen) return { ...page, html: '' };
  await withTexts(async () => undefined, ...screen.texts)();
  return { ...page, html: render(screen) };
}

async function setLanguage(language: Language): Promise<void> {
  if (!i18next.isInitialized) {
    const resources = { es: { translation: es }, en: { translation: en }, zh: { translation: zh } };
    await i18next.use(initReactI18next).init({ resources, interpolation: { escapeValue: false } });
  }
  await i18next.changeLanguage(language);
}

function render({ path, frame, element }: Screen): string {
  const client = createQueryClient();
  client.setQueryData(queryKeys.landing.page, null);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <StaticRouter location={path}>
        <Shell frame={frame}>{element}</Shell>
      </StaticRouter>
    </QueryClientProvider>,
  );
  // Its timers would keep the build process running.
  client.clear();
  // Text typed before the app has started would be lost, or sent in an address. Links work without it, and
  // public/theme.js keeps presses on checkboxes and other buttons until it has started, except in the bar: language and
  // theme change at once.
  const [bar = '', ...main] = html.split('<main');
  const withInertFields = (part: string) =>
    part.replaceAll(/<(?:input(?![^>]* type="checkbox")|textarea|select|button(?=[^>]* type="submit"))/g, '$& inert');
  return [bar, ...main.map(withInertFields)].join('<main');
}
