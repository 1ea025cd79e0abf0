import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { type Location, matchPath, useLocation, useRoutes } from 'react-router-dom';
import { reloadOnce } from '../lib/build.ts';
import { lazyComponent } from '../lib/lazy.tsx';
import { ChunkLoadError, loadChunk } from '../lib/load-chunk.ts';
import { paths } from '../lib/paths.ts';
import { backgroundOf, useCloseModal } from '../ui/modal-link.tsx';
import { readOverlays, useOverlayHistory } from '../ui/overlay-history.ts';
import { type Access, anyone, signedIn } from './access.ts';
import { CrashBoundary } from './error-page.tsx';
import { Guarded, PageSkeleton } from './guarded.tsx';
import { NotFoundPage } from './refusal-pages.tsx';
import type { Frame } from './shell/frame.ts';
import { Shell } from './shell/shell.tsx';
import { useNewBuild } from './use-new-build.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';

/** A screen in the tables of router.tsx and later-screens.tsx. */
export interface ScreenEntry {
  path: string;
  load: () => Promise<ComponentType>;
  /** Decides access, and the screen shown without access. */
  access: Access;
  /** The layout around it; 'app' by default. */
  frame?: Frame;
  /** Keeps the screen, with its input and focus, when only a parameter of its path changes. */
  staysMounted?: boolean;
  /** The same, while this parameter of its path stays the same. */
  staysMountedPer?: string;
}

/** A modal route: it opens over the current screen, for signed-in people. */
export type ModalEntry = Pick<ScreenEntry, 'path' | 'load'>;

export interface LazyRoute {
  path: string;
  access: Access;
  frame: Frame;
  staysMounted: boolean;
  staysMountedPer?: string;
  /** Loads its code when it is first rendered. */
  Lazy: ComponentType;
  /** Preloads the code: a loaded screen is rendered without a skeleton. */
  preload: () => Promise<void>;
  loaded?: ComponentType;
}

/** Makes each entry of a table a chunk of its own. Call it once, outside of rendering. */
export function lazyRoutes(entries: (ScreenEntry | ModalEntry)[]): LazyRoute[] {
  return entries.map((entry) => {
    // Only a screen may reload the page: behind a modal route the background screen may have unsaved input.
    const load = 'access' in entry ? () => loadScreen(entry.load) : entry.load;
    const route: LazyRoute = {
      path: entry.path,
      access: 'access' in entry ? entry.access : signedIn,
      frame: ('frame' in entry && entry.frame) || 'app',
      staysMounted: 'staysMounted' in entry && entry.staysMounted === true,
      ...('staysMountedPer' in entry && entry.staysMountedPer && { staysMountedPer: entry.staysMountedPer }),
      Lazy: lazyComponent(load),
      preload: async () => {
        route.loaded = await load();
      },
    };
    return route;
  });
}

/** Loads a screen's code. When only a new load of the page can provide it, reloads the page, once per build. */
async function loadScreen(load: ScreenEntry['load']): Promise<ComponentType> {
  try {
    return await loadChunk(load);
  } catch (error) {
    if (error instanceof ChunkLoadError && error.kind !== 'offline' && reloadOnce())
      return new Promise(() => undefined);
    throw error;
  }
}

function LazyScreen({ route }: { route: LazyRoute }) {
  // Chosen once per mount: replacing the component would lose the state of the screen.
  const [Page] = useState(() => route.loaded ?? route.Lazy);
  return <Page />;
}

/** The background of a modal that was opened by its address: the tribes. */
const DEFAULT_BACKGROUND: Location = { pathname: paths.tribes, search: '', hash: '', state: null, key: 'background' };

/** The screen at the current path; for a modal route the screen it was opened over, then the modal. */
export function RoutedScreens({ screens, modals }: { screens: LazyRoute[]; modals: LazyRoute[] }) {
  const location = useLocation();
  const isModal = modals.some(({ path }) => matchPath(path, location.pathname));
  const background = isModal ? (backgroundOf(location.state) ?? DEFAULT_BACKGROUND) : location;
  useScrollRestoration(isModal || readOverlays(location.state).length > 0);
  useOverlayHistory();
  useNewBuild(background.pathname);
  return (
    <>
      <BackgroundScreen screens={screens} at={background} />
      {isModal && <ModalScreen key={location.pathname} modals={modals} />}
    </>
  );
}

function BackgroundScreen({ screens, at }: { screens: LazyRoute[]; at: Location }) {
  const route = screens.find(({ path }) => matchPath(path, at.pathname));
  const element = useRoutes([...screens.map(toRoute), { path: '*', element: <NotFoundPage /> }], at);
  return (
    <Shell frame={route?.frame ?? 'app'}>
      {/* A crash of one screen keeps the navigation usable. */}
      <CrashBoundary key={mountKeyOf(route, at.pathname)} extent="screen" resetKey={at.pathname}>
        <Suspense fallback={<PageSkeleton />}>{element}</Suspense>
      </CrashBoundary>
    </Shell>
  );
}

/** The screen is mounted anew when this changes. */
function mountKeyOf(route: LazyRoute | undefined, pathname: string): string {
  if (route?.staysMountedPer) return `${route.path} ${matchPath(route.path, pathname)?.params[route.staysMountedPer]}`;
  return route?.staysMounted ? route.path : pathname;
}

function ModalScreen({ modals }: { modals: LazyRoute[] }) {
  const element = useRoutes(modals.map(toRoute));
  const close = useCloseModal(paths.tribes);
  return (
    <CrashBoundary extent="over" onClose={close}>
      <Suspense>{element}</Suspense>
    </CrashBoundary>
  );
}

function toRoute(route: LazyRoute): { path: string; element: ReactNode } {
  const { path, access } = route;
  const screen = <LazyScreen key={path} route={route} />;
  return {
    path,
    element:
      access === anyone ? (
        screen
      ) : (
        <Guarded key={path} access={access}>
          {screen}
        </Guarded>
      ),
  };
}
