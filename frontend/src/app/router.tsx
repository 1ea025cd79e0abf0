import { homininiId } from '@limits/community';
import { matchPath } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { type Access, anyone, signedIn, siteAdmin } from './access.ts';
import { lazyRoutes, type ModalEntry, RoutedScreens, type ScreenEntry } from './routes.tsx';
import type { Frame } from './shell/shell.tsx';

const TEXTS = [paths.about, paths.help, paths.privacy, paths.cookies, paths.terms];

/** Visitors read only hominini, on its own page; for any other tribe they sign in first. */
const tribeReader: Access = (person, params) =>
  person.session === 'visitor' && params.id === String(homininiId) ? { to: paths.hominini } : signedIn(person, params);

/** The console of the site: others go home (part 1, section 2). */
const admin = siteAdmin({ to: paths.home });

const screen = (path: string, access: Access, load: ScreenEntry['load'], frame: Frame = 'app'): ScreenEntry => ({
  path,
  access,
  load,
  frame,
});

/** Every screen. Each is a chunk of its own, loaded when it is first opened. */
const SCREENS: ScreenEntry[] = [
  screen(paths.home, anyone, async () => (await import('./home-screen.tsx')).HomeScreen),
  screen(paths.login, anyone, async () => (await import('../features/account/login-page.tsx')).LoginPage, 'bare'),
  screen(
    paths.register,
    anyone,
    async () => (await import('../features/account/register-page.tsx')).RegisterPage,
    'bare',
  ),
  screen(paths.hominini, anyone, async () => (await import('./hominini-screen.tsx')).HomininiScreen),
  screen(paths.contact, anyone, async () => (await import('../features/contact/contact-page.tsx')).ContactPage),
  screen(paths.tribes, signedIn, async () => (await import('../features/tribes/tribes-page.tsx')).TribesPage),
  screen(
    paths.createTribe,
    signedIn,
    async () => (await import('../features/tribes/create-tribe-page.tsx')).CreateTribePage,
  ),
  screen(paths.tribe(':id'), tribeReader, async () => (await import('./tribe-screen.tsx')).TribeScreen),
  screen(paths.points, signedIn, async () => (await import('../features/levels/points-page.tsx')).PointsPage),
  screen(
    paths.contactMessages,
    admin,
    async () => (await import('../features/contact/messages-page.tsx')).MessagesPage,
  ),
  screen(
    paths.vibes(),
    signedIn,
    async () => (await import('../features/vibes/vibes-page.tsx')).VibesPage,
    'immersive',
  ),
  screen(
    paths.legacyVibes,
    signedIn,
    async () => (await import('../features/vibes/vibes-page.tsx')).LegacyVibes,
    'immersive',
  ),
  screen(paths.postPattern, signedIn, async () => (await import('../features/posts/post-page.tsx')).PostPage),
  screen(
    paths.chat(':tribeId'),
    signedIn,
    async () => (await import('../features/chat/chat-page.tsx')).ChatPage,
    'full-height',
  ),
  screen(
    paths.conversationPattern,
    signedIn,
    async () => (await import('../features/chat/conversation-page.tsx')).ConversationPage,
    'full-height',
  ),
  ...TEXTS.map((path) => screen(path, anyone, async () => (await import('../features/pages/text-page.tsx')).TextPage)),
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
