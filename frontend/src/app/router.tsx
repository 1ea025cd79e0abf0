import { matchPath } from 'react-router-dom';
import { observable, useObservable } from '../lib/observable.ts';
import { paths } from '../lib/paths.ts';
import { session } from '../lib/session.ts';
import { anyone } from './access.ts';
import { PageSkeleton } from './guarded.tsx';
import { type LazyRoute, lazyRoutes, RoutedScreens } from './routes.tsx';
import { screen } from './screen-entry.ts';

const TEXTS = [paths.about, paths.help, paths.privacy, paths.cookies, paths.terms, paths.dataDeletion];

/** The entry screens of visitors. Each is a chunk of its own, loaded when it is first opened. */
export const firstScreens = lazyRoutes([
  screen(paths.home, anyone, async () => (await import('./home-screen.tsx')).HomeScreen),
  screen(paths.login, anyone, async () => (await import('../features/account/login-page.tsx')).LoginPage, 'bare'),
  screen(
    paths.register,
    anyone,
    async () => (await import('../features/account/register-page.tsx')).RegisterPage,
    'bare',
  ),
  ...TEXTS.map((path) => screen(path, anyone, async () => (await import('../features/pages/text-page.tsx')).TextPage)),
]);

/** Replaces a screen of later-screens.tsx until that module is loaded. */
const [untilLater] = lazyRoutes([
  {
    path: '*',
    access: anyone,
    load: async () => {
      await loadLater();
      return PageSkeleton;
    },
  },
]);

interface Table {
  screens: LazyRoute[];
  modals: LazyRoute[];
}

const table = observable<Table>({ screens: untilLater ? [...firstScreens, untilLater] : firstScreens, modals: [] });

/** All other screens are in one module with their table: a visitor's first screen needs none of it. */
async function loadLater(): Promise<void> {
  const { laterScreens, laterModals } = await import('./later-screens.tsx');
  if (table.get().modals !== laterModals)
    table.set({ screens: [...firstScreens, ...laterScreens], modals: laterModals });
}

export function AppRoutes() {
  return <RoutedScreens {...useObservable(table)} />;
}

const find = (pathname: string): LazyRoute | undefined =>
  table.get().screens.find((route) => route !== untilLater && matchPath(route.path, pathname));

/** Loads the code of the screen at a path before it is rendered. */
export async function preloadScreen(pathname: string): Promise<void> {
  const later = !find(pathname) && loadLater();
  // The screens that members visit next.
  if (!later && session.get().token) void loadLater().catch(() => undefined);
  await later;
  await find(pathname)?.preload();
}
