import { homininiId } from '@limits/community';
import { matchPath } from 'react-router-dom';
import { withTexts } from '../lib/i18n.ts';
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
  screen(
    paths.hominini,
    anyone,
    withTexts(async () => (await import('./hominini-screen.tsx')).HomininiScreen, 'members'),
  ),
  screen(paths.contact, anyone, async () => (await import('../features/contact/contact-page.tsx')).ContactPage),
  screen(
    paths.tribes,
    signedIn,
    withTexts(async () => (await import('../features/tribes/tribes-page.tsx')).TribesPage, 'members'),
  ),
  screen(
    paths.createTribe,
    signedIn,
    withTexts(async () => (await import('../features/tribes/create-tribe-page.tsx')).CreateTribePage, 'members'),
  ),
  screen(
    paths.tribe(':id'),
    tribeReader,
    withTexts(async () => (await import('./tribe-screen.tsx')).TribeScreen, 'members'),
  ),
  screen(
    paths.points,
    signedIn,
    withTexts(async () => (await import('../features/levels/points-page.tsx')).PointsPage, 'members'),
  ),
  screen(
    paths.contactMessages,
    admin,
    withTexts(async () => (await import('../features/contact/messages-page.tsx')).MessagesPage, 'members'),
  ),
  screen(
    paths.vibes(),
    signedIn,
    withTexts(async () => (await import('../features/vibes/vibes-page.tsx')).VibesPage, 'vibes'),
    'immersive',
  ),
  screen(
    paths.legacyVibes,
    signedIn,
    withTexts(async () => (await import('../features/vibes/vibes-page.tsx')).LegacyVibes, 'vibes'),
    'immersive',
  ),
  screen(
    paths.postPattern,
    signedIn,
    withTexts(async () => (await import('../features/posts/post-page.tsx')).PostPage, 'members'),
  ),
  screen(
    paths.chat(':tribeId'),
    signedIn,
    withTexts(async () => (await import('../features/chat/chat-page.tsx')).ChatPage, 'chat'),
    'full-height',
  ),
  screen(
    paths.conversationPattern,
    signedIn,
    withTexts(async () => (await import('../features/chat/conversation-page.tsx')).ConversationPage, 'chat'),
    'full-height',
  ),
  ...TEXTS.map((path) => screen(path, anyone, async () => (await import('../features/pages/text-page.tsx')).TextPage)),
];

/** Routes that open over the current screen. Their component renders a ModalSheet or a dialog of its own. */
const MODALS: ModalEntry[] = [
  {
    path: paths.inboxModal,
    load: withTexts(async () => (await import('../features/notifications/inbox-modal.tsx')).InboxModal, 'members'),
  },
  {
    path: paths.activityModal,
    load: withTexts(
      async () => (await import('../features/notifications/activity-modal.tsx')).ActivityModal,
      'members',
    ),
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
