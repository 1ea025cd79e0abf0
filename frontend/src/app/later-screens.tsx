import { homininiId } from '@limits/community';
import { withTexts } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';
import { type Access, anyone, signedIn, siteAdmin } from './access.ts';
import { MODALS } from './later-modals.ts';
import { lazyRoutes, type ScreenEntry } from './routes.tsx';
import { screen } from './screen-entry.ts';

/** Visitors read only hominini, on its own page; for any other tribe they sign in first. */
const tribeViewer: Access = (person, params) =>
  person.session === 'visitor' && params.id === String(homininiId) ? { to: paths.hominini } : signedIn(person, params);

/** Visitors read the posts of hominini; the page asks for a sign-in when the post is not one of theirs. */
const postViewer: Access = (person, params, search) =>
  person.session === 'visitor' && new URLSearchParams(search).get('tribe') === String(homininiId)
    ? 'allowed'
    : signedIn(person, params);

const shortTribe: Access = (_person, { id }) => ({ to: `${paths.tribes}/${id}` });

/** The admin screens: others are redirected to the home page (part 1, section 2). */
const admin = siteAdmin({ to: paths.home });

/** Not in lib/paths.ts, which is loaded with the first screen; only the router needs them. */
const labelPatterns = { tag: decodeURIComponent(paths.tag(':tag')), slug: decodeURIComponent(paths.place(':slug')) };
const labelScreen = withTexts(async () => (await import('./label-screen.tsx')).LabelScreen, 'members');
const exploreScreen = withTexts(async () => (await import('./explore-screen.tsx')).ExploreScreen, 'explore', 'members');

/** Every screen but those of router.tsx. Each is a chunk of its own, loaded when it is first opened. */
const SCREENS: ScreenEntry[] = [
  screen(
    paths.forgotPassword,
    anyone,
    withTexts(
      async () => (await import('../features/account/forgot-password-page.tsx')).ForgotPasswordPage,
      'recovery',
    ),
    'bare',
  ),
  screen(
    paths.resetPassword,
    anyone,
    withTexts(async () => (await import('../features/account/reset-password-page.tsx')).ResetPasswordPage, 'recovery'),
    'bare',
  ),
  screen(
    paths.verifyEmail,
    anyone,
    withTexts(async () => (await import('../features/account/verify-email-page.tsx')).VerifyEmailPage, 'recovery'),
    'bare',
  ),
  screen(
    paths.authCallback,
    anyone,
    withTexts(async () => (await import('../features/account/auth-callback-page.tsx')).AuthCallbackPage, 'recovery'),
    'bare',
  ),
  screen(
    paths.welcome(),
    signedIn,
    withTexts(async () => (await import('./welcome-screen.tsx')).WelcomeScreen, 'welcome', 'members', 'profile'),
    'bare',
  ),
  screen(
    paths.hominini,
    anyone,
    withTexts(async () => (await import('./hominini-screen.tsx')).HomininiScreen, 'members'),
  ),
  screen(
    paths.contact,
    anyone,
    withTexts(async () => (await import('../features/contact/contact-page.tsx')).ContactPage, 'contact'),
  ),
  screen(
    paths.blog,
    anyone,
    withTexts(async () => (await import('../features/blog/blog-page.tsx')).BlogPage, 'blog'),
  ),
  screen(
    paths.blogPost(':slug'),
    anyone,
    withTexts(async () => (await import('../features/blog/article-page.tsx')).ArticlePage, 'blog'),
  ),
  screen(
    paths.tools,
    signedIn,
    withTexts(async () => (await import('./tools-screen.tsx')).ToolsScreen, 'tools', 'members'),
  ),
  screen(
    paths.tasks,
    signedIn,
    withTexts(async () => (await import('../features/tasks/tasks-page.tsx')).TasksPage, 'tools'),
  ),
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
    paths.members,
    signedIn,
    withTexts(async () => (await import('../features/people/members-page.tsx')).MembersPage, 'members', 'tools'),
  ),
  screen(
    paths.following,
    signedIn,
    withTexts(async () => (await import('../features/people/following-page.tsx')).FollowingPage, 'members', 'tools'),
  ),
  screen(labelPatterns.tag, signedIn, labelScreen),
  screen(labelPatterns.slug, signedIn, labelScreen),
  screen(
    paths.safety,
    signedIn,
    withTexts(async () => (await import('../features/safety/safety-page.tsx')).SafetyPage, 'safety', 'tools'),
  ),
  screen(
    paths.memberships,
    signedIn,
    withTexts(
      async () => (await import('../features/people/memberships-page.tsx')).MembershipsPage,
      'members',
      'tools',
    ),
  ),
  screen(
    paths.myPosts,
    signedIn,
    withTexts(async () => (await import('../features/posts/my-posts-page.tsx')).MyPostsPage, 'members', 'tools'),
  ),
  {
    ...screen(
      paths.tribePattern,
      tribeViewer,
      withTexts(async () => (await import('./tribe-screen.tsx')).TribeScreen, 'members', 'tribe'),
      'tribe',
    ),
    staysMountedPer: 'id',
  },
  screen(paths.shortTribe, shortTribe, async () => (await import('./tribe-screen.tsx')).TribeScreen),
  screen(
    paths.invitePattern,
    anyone,
    withTexts(async () => (await import('../features/invites/invite-page.tsx')).InvitePage, 'invites', 'tribe'),
  ),
  screen(paths.explore, signedIn, exploreScreen),
  screen(`${paths.explore}/search`, signedIn, exploreScreen),
  { ...screen(paths.search(':type'), signedIn, exploreScreen), staysMounted: true },
  screen(
    paths.points,
    signedIn,
    withTexts(async () => (await import('../features/levels/points-page.tsx')).PointsPage, 'members'),
  ),
  screen(
    paths.admin,
    admin,
    withTexts(
      async () => (await import('../features/admin/admin-page.tsx')).AdminPage,
      'admin',
      'sanctions',
      'tools',
      'members',
    ),
  ),
  screen(
    paths.audit,
    admin,
    withTexts(async () => (await import('../features/admin/audit-page.tsx')).AuditPage, 'admin'),
  ),
  screen(
    paths.moderation,
    admin,
    withTexts(async () => (await import('../features/moderation/moderation-page.tsx')).ModerationPage, 'moderation'),
  ),
  screen(
    paths.insight,
    admin,
    withTexts(async () => (await import('../features/insight/insight-page.tsx')).InsightPage, 'insight'),
  ),
  screen(
    paths.postStats,
    admin,
    withTexts(async () => (await import('../features/insight/post-stats-page.tsx')).PostStatsPage, 'insight'),
  ),
  screen(
    paths.decision(':id'),
    signedIn,
    withTexts(async () => (await import('../features/moderation/decision-page.tsx')).DecisionPage, 'moderation'),
  ),
  screen(
    paths.landingManager,
    siteAdmin({ to: paths.tools }),
    withTexts(
      async () => (await import('../features/landing/landing-manager-page.tsx')).LandingManagerPage,
      'landing',
      'tools',
    ),
  ),
  ...[paths.maintenanceSettings, paths.storageSettings, paths.emailSettings, paths.adsSettings].map((path) =>
    screen(
      path,
      admin,
      withTexts(async () => (await import('./settings-screen.tsx')).SettingsScreen, 'settings', 'tools'),
    ),
  ),
  screen(
    paths.account,
    signedIn,
    withTexts(async () => (await import('../features/account/security-page.tsx')).SecurityPage, 'account'),
  ),
  screen(
    paths.confirmEmail,
    anyone,
    withTexts(
      async () => (await import('../features/account/email-link-page.tsx')).ConfirmEmailPage,
      'account',
      'recovery',
    ),
  ),
  screen(
    paths.undoEmail,
    anyone,
    withTexts(async () => (await import('../features/account/email-link-page.tsx')).UndoEmailPage, 'account'),
  ),
  screen(
    paths.contactMessages,
    admin,
    withTexts(async () => (await import('../features/contact/messages-page.tsx')).MessagesPage, 'members', 'contact'),
  ),
  screen(
    paths.vibes(),
    signedIn,
    withTexts(async () => (await import('../features/vibes/vibes-page.tsx')).VibesPage, 'vibes', 'members'),
    'immersive',
  ),
  screen(
    paths.legacyVibes,
    signedIn,
    withTexts(async () => (await import('../features/vibes/vibes-page.tsx')).LegacyVibes, 'vibes', 'members'),
    'immersive',
  ),
  screen(
    paths.postPattern,
    postViewer,
    withTexts(async () => (await import('../features/posts/post-page.tsx')).PostPage, 'members'),
  ),
  {
    ...screen(
      paths.clipPattern,
      postViewer,
      withTexts(async () => (await import('../features/posts/clip-page.tsx')).ClipPage, 'members', 'video'),
      'immersive',
    ),
    staysMounted: true,
  },
  screen(paths.reelPattern, anyone, async () => (await import('../features/posts/clip-page.tsx')).ReelRedirect),
  screen(
    paths.profile,
    signedIn,
    withTexts(async () => (await import('./profile-screen.tsx')).ProfileScreen, 'members', 'profile'),
  ),
  screen(
    paths.user(':userId'),
    anyone,
    withTexts(async () => (await import('./user-screen.tsx')).UserScreen, 'members', 'profile'),
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
];

export const laterScreens = lazyRoutes(SCREENS);
export const laterModals = lazyRoutes(MODALS);
