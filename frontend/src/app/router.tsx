import { homininiId } from '@limits/community';
import { matchPath } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { type Access, anyone, member } from './access.ts';
import { lazyRoutes, type ModalEntry, RoutedScreens, type ScreenEntry } from './routes.tsx';

const TEXTS = [paths.about, paths.contact, paths.help, paths.privacy, paths.cookies, paths.terms];

/** Visitors read only hominini, on its own page; for any other tribe they sign in first. */
const tribeReader: Access = (person, params) =>
  person.session === 'visitor' && params.id === String(homininiId) ? { to: paths.hominini } : member(person, params);

/** Every screen. Each is a chunk of its own, loaded when it is first opened. */
const SCREENS: ScreenEntry[] = [
  {
    path: paths.home,
    access: anyone,
    load: async () => (await import('./home-screen.tsx')).HomeScreen,
  },
  {
    path: paths.login,
    access: anyone,
    frame: 'bare',
    load: async () => (await import('../features/account/login-page.tsx')).LoginPage,
  },
  {
    path: paths.register,
    access: anyone,
    frame: 'bare',
    load: async () => (await import('../features/account/register-page.tsx')).RegisterPage,
  },
  {
    path: paths.hominini,
    access: anyone,
    load: async () => (await import('./hominini-screen.tsx')).HomininiScreen,
  },
  {
    path: paths.tribes,
    access: member,
    load: async () => (await import('../features/tribes/tribes-page.tsx')).TribesPage,
  },
  {
    path: paths.createTribe,
    access: member,
    load: async () => (await import('../features/tribes/create-tribe-page.tsx')).CreateTribePage,
  },
  {
    path: paths.tribe(':id'),
    access: tribeReader,
    load: async () => (await import('./tribe-screen.tsx')).TribeScreen,
  },
  {
    path: paths.points,
    access: member,
    load: async () => (await import('../features/levels/points-page.tsx')).PointsPage,
  },
  {
    path: paths.vibes(),
    access: member,
    frame: 'immersive',
    load: async () => (await import('../features/vibes/vibes-page.tsx')).VibesPage,
  },
  {
    path: paths.legacyVibes,
    access: member,
    frame: 'immersive',
    load: async () => (await import('../features/vibes/vibes-page.tsx')).LegacyVibes,
  },
  {
    path: paths.postPattern,
    access: member,
    load: async () => (await import('../features/posts/post-page.tsx')).PostPage,
  },
  {
    path: paths.chat(':tribeId'),
    access: member,
    frame: 'full-height',
    load: async () => (await import('../features/chat/chat-page.tsx')).ChatPage,
  },
  {
    path: paths.conversationPattern,
    access: member,
    frame: 'full-height',
    load: async () => (await import('../features/chat/conversation-page.tsx')).ConversationPage,
  },
  ...TEXTS.map(
    (path): ScreenEntry => ({
      path,
      access: anyone,
      load: async () => (await import('../features/pages/text-page.tsx')).TextPage,
    }),
  ),
];

/** Routes that open over the current screen. Their component renders a ModalSheet or a dialog of its own. */
const MODALS: ModalEntry[] = [
  {
    path: paths.inboxModal,
    load: async () => (await import('../features/notifications/inbox-modal.tsx')).InboxModal,
  },
  {
    path: paths.activityModal,
    load: async () => (await import('../features/notifications/activity-modal.tsx')).ActivityModal,
  },
];

const screens = lazyRoutes(SCREENS);
const modals = lazyRoutes(MODALS);

export function AppRoutes() {
  return <RoutedScreens screens={screens} modals={modals} />;
}

/** Loads the code of the screen at a path before it is rendered. */
export async function preloadScreen(pathname: string): Promise<void> {
  await screens.find(({ path }) => matchPath(path, pathname))?.preload();
}
