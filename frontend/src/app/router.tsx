import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { type Location, matchPath, useLocation, useRoutes } from 'react-router-dom';
import { backgroundOf } from '../ui/modal-link.tsx';
import { CrashBoundary } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { paths } from './paths.ts';
import { PageSkeleton, Protected } from './protected.tsx';
import { useScrollPlace } from './scroll.ts';
import { type Frame, Shell } from './shell/shell.tsx';

/** One line of the table of screens. */
interface Screen {
  path: string;
  load: () => Promise<ComponentType>;
  /** 'members' sends visitors to the login. */
  access: 'anyone' | 'members';
  /** What stands around it; 'app' when not said. */
  frame?: Frame;
}

/** Every screen. Each is a chunk of its own, loaded when it is first opened. */
const SCREENS: Screen[] = [
  { path: paths.home, access: 'anyone', load: async () => (await import('../features/home/home-page.tsx')).HomePage },
  {
    path: paths.login,
    access: 'anyone',
    frame: 'bare',
    load: async () => (await import('../features/account/login-page.tsx')).LoginPage,
  },
  {
    path: paths.register,
    access: 'anyone',
    frame: 'bare',
    load: async () => (await import('../features/account/register-page.tsx')).RegisterPage,
  },
  ...[paths.about, paths.contact, paths.help, paths.privacy, paths.cookies, paths.terms].map(
    (path): Screen => ({
      path,
      access: 'anyone',
      load: async () => (await import('../features/pages/text-page.tsx')).TextPage,
    }),
  ),
];

/** Routes that open over the page one comes from. Their component renders a ModalSheet or a dialog of its own. */
const MODALS: Pick<Screen, 'path' | 'load'>[] = [];

const screens = SCREENS.map((screen) => ({ ...screen, Page: lazyPage(screen.load) }));
const modals = MODALS.map((modal) => ({ ...modal, Page: lazyPage(modal.load) }));

function lazyPage(load: Screen['load']): ComponentType {
  return lazy(async () => ({ default: await load() }));
}

/** Fetches the code of the screen at an address ahead of its rendering. */
export async function preloadScreen(pathname: string): Promise<void> {
  await SCREENS.find(({ path }) => matchPath(path, pathname))?.load();
}

export function AppRoutes() {
  const location = useLocation();
  const isModal = modals.some(({ path }) => matchPath(path, location.pathname));
  const behind = isModal ? (backgroundOf(location.state) ?? PLACE_BEHIND) : location;
  useScrollPlace(isModal);
  return (
    <>
      <Screens at={behind} />
      <Suspense>{isModal && <Modals />}</Suspense>
    </>
  );
}

/** A modal opened by its address alone stands over the tribes. */
const PLACE_BEHIND: Location = { pathname: paths.tribes, search: '', hash: '', state: null, key: 'behind' };

function Screens({ at }: { at: Location }) {
  const frame = screens.find(({ path }) => matchPath(path, at.pathname))?.frame ?? 'app';
  const element = useRoutes(
    [
      ...screens.map(({ path, access, Page }) => ({ path, element: guarded(access, <Page />) })),
      { path: '*', element: <NotFoundPage /> },
    ],
    at,
  );
  return (
    <Shell frame={frame}>
      {/* A crash of one screen leaves the way to the others. */}
      <CrashBoundary key={at.pathname}>
        <Suspense fallback={<PageSkeleton />}>{element}</Suspense>
      </CrashBoundary>
    </Shell>
  );
}

function Modals() {
  return useRoutes(modals.map(({ path, Page }) => ({ path, element: guarded('members', <Page />) })));
}

function guarded(access: Screen['access'], page: ReactNode): ReactNode {
  return access === 'members' ? <Protected>{page}</Protected> : page;
}
