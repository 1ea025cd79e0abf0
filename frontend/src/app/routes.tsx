import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { type Location, matchPath, useLocation, useRoutes } from 'react-router-dom';
import { reloadOnce } from '../lib/build.ts';
import { CodeError, loadCode } from '../lib/code.ts';
import { late } from '../lib/late.tsx';
import { paths } from '../lib/paths.ts';
import { backgroundOf, useCloseModal } from '../ui/modal-link.tsx';
import { overlaysOf, useOverlayHistory } from '../ui/overlay-history.ts';
import { CrashBoundary } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PageSkeleton, Protected } from './protected.tsx';
import { useScrollPlace } from './scroll.ts';
import { type Frame, Shell } from './shell/shell.tsx';
import { useNewBuild } from './use-new-build.ts';

/** A screen as the table in router.tsx names it. */
export interface ScreenEntry {
  path: string;
  load: () => Promise<ComponentType>;
  /** 'members' sends visitors to the login. */
  access: 'anyone' | 'members';
  /** What stands around it; 'app' when not said. */
  frame?: Frame;
}

/** A modal route: it opens over the page one comes from, for members. */
export type ModalEntry = Pick<ScreenEntry, 'path' | 'load'>;

interface Routed {
  path: string;
  access: ScreenEntry['access'];
  frame: Frame;
  /** Comes when it is first rendered. */
  Late: ComponentType;
  /** Fetches the code ahead: a page that is there is rendered without a skeleton before it. */
  preload: () => Promise<void>;
  there?: ComponentType;
}

/** Makes each entry of a table a chunk of its own. Call it once, outside of rendering. */
export function routed(entries: (ScreenEntry | ModalEntry)[]): Routed[] {
  return entries.map((entry) => {
    // Behind a modal route stands a screen with what was typed there; a screen that changes has lost its own by then.
    const load = 'access' in entry ? () => loadScreen(entry.load) : entry.load;
    const made: Routed = {
      path: entry.path,
      access: 'access' in entry ? entry.access : 'members',
      frame: ('frame' in entry && entry.frame) || 'app',
      Late: late(load),
      preload: async () => {
        made.there = await load();
      },
    };
    return made;
  });
}

/** Code that is missing although the server answers belongs to another build: the page is reloaded, once for each. */
async function loadScreen(load: ScreenEntry['load']): Promise<ComponentType> {
  try {
    return await loadCode(load);
  } catch (error) {
    if (error instanceof CodeError && error.kind === 'missing' && reloadOnce()) return new Promise(() => undefined);
    throw error;
  }
}

function RoutedPage({ of }: { of: Routed }) {
  // Chosen once: another component in its place would lose what is on the screen.
  const [Page] = useState(() => of.there ?? of.Late);
  return <Page />;
}

/** A modal opened by its address alone stands over the tribes. */
const PLACE_BEHIND: Location = { pathname: paths.tribes, search: '', hash: '', state: null, key: 'behind' };

/** The screen of the present address; for a modal route the screen it was opened over, then the modal. */
export function RoutedScreens({ screens, modals }: { screens: Routed[]; modals: Routed[] }) {
  const location = useLocation();
  const isModal = modals.some(({ path }) => matchPath(path, location.pathname));
  const behind = isModal ? (backgroundOf(location.state) ?? PLACE_BEHIND) : location;
  useScrollPlace(isModal || overlaysOf(location.state).length > 0);
  useOverlayHistory();
  useNewBuild(behind.pathname);
  return (
    <>
      <Behind screens={screens} at={behind} />
      {isModal && <Front key={location.pathname} modals={modals} />}
    </>
  );
}

function Behind({ screens, at }: { screens: Routed[]; at: Location }) {
  const frame = screens.find(({ path }) => matchPath(path, at.pathname))?.frame ?? 'app';
  const element = useRoutes([...screens.map(toRoute), { path: '*', element: <NotFoundPage /> }], at);
  return (
    <Shell frame={frame}>
      {/* A crash of one screen leaves the way to the others. */}
      <CrashBoundary key={at.pathname} place="screen">
        <Suspense fallback={<PageSkeleton />}>{element}</Suspense>
      </CrashBoundary>
    </Shell>
  );
}

function Front({ modals }: { modals: Routed[] }) {
  const element = useRoutes(modals.map(toRoute));
  const close = useCloseModal(paths.tribes);
  return (
    <CrashBoundary place="over" onClose={close}>
      <Suspense>{element}</Suspense>
    </CrashBoundary>
  );
}

function toRoute(entry: Routed): { path: string; element: ReactNode } {
  const page = <RoutedPage key={entry.path} of={entry} />;
  return {
    path: entry.path,
    element: entry.access === 'members' ? <Protected key={entry.path}>{page}</Protected> : page,
  };
}
