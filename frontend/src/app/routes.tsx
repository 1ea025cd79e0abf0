import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { type Location, matchPath, useLocation, useRoutes } from 'react-router-dom';
import { backgroundOf } from '../ui/modal-link.tsx';
import { CrashBoundary } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { paths } from './paths.ts';
import { PageSkeleton, Protected } from './protected.tsx';
import { useScrollPlace } from './scroll.ts';
import { type Frame, Shell } from './shell/shell.tsx';

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
    const made: Routed = {
      path: entry.path,
      access: 'access' in entry ? entry.access : 'members',
      frame: ('frame' in entry && entry.frame) || 'app',
      Late: lazy(async () => ({ default: await entry.load() })),
      preload: async () => {
        made.there = await entry.load();
      },
    };
    return made;
  });
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
  useScrollPlace(isModal);
  return (
    <>
      <Behind screens={screens} at={behind} />
      <Suspense>{isModal && <Front modals={modals} />}</Suspense>
    </>
  );
}

function Behind({ screens, at }: { screens: Routed[]; at: Location }) {
  const frame = screens.find(({ path }) => matchPath(path, at.pathname))?.frame ?? 'app';
  const element = useRoutes([...screens.map(toRoute), { path: '*', element: <NotFoundPage /> }], at);
  return (
    <Shell frame={frame}>
      {/* A crash of one screen leaves the way to the others. */}
      <CrashBoundary key={at.pathname}>
        <Suspense fallback={<PageSkeleton />}>{element}</Suspense>
      </CrashBoundary>
    </Shell>
  );
}

function Front({ modals }: { modals: Routed[] }) {
  return useRoutes(modals.map(toRoute));
}

function toRoute(entry: Routed): { path: string; element: ReactNode } {
  const page = <RoutedPage key={entry.path} of={entry} />;
  return {
    path: entry.path,
    element: entry.access === 'members' ? <Protected key={entry.path}>{page}</Protected> : page,
  };
}
