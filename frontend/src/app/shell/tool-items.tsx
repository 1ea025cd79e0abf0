import {
  AtSign,
  Ban,
  ChartColumn,
  ChartLine,
  ChartNoAxesColumnIncreasing,
  CircleHelp,
  Construction,
  Flame,
  GalleryHorizontal,
  HardDrive,
  IdCard,
  LayoutGrid,
  ListTodo,
  Mails,
  Megaphone,
  Newspaper,
  Plus,
  Scale,
  ScrollText,
  ShieldCheck,
  ShieldUser,
  UserCheck,
  UserRound,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { AdminWork } from '../../lib/admin-waiting.tsx';
import { paths } from '../../lib/paths.ts';
import type { SessionUser } from '../../lib/session.ts';

export interface ToolItem {
  to: string;
  text:
    | 'tools.tasks'
    | 'tools.security'
    | 'shell.tribes'
    | 'shell.createTribe'
    | 'shell.points'
    | 'shell.help'
    | 'tools.admin'
    | 'tools.audit'
    | 'tools.moderation'
    | 'tools.insight'
    | 'tools.landing'
    | 'tools.storage'
    | 'tools.email'
    | 'tools.ads'
    | 'tools.maintenance'
    | 'tools.postStats'
    | 'tools.members'
    | 'tools.following'
    | 'tools.safety'
    | 'tools.memberships'
    | 'tools.myPosts'
    | 'contactMessages.title';
  /** One line on its tile. */
  about?:
    | 'tools.tasksAbout'
    | 'tools.tribesAbout'
    | 'tools.membersAbout'
    | 'tools.followingAbout'
    | 'tools.safetyAbout'
    | 'tools.membershipsAbout'
    | 'tools.myPostsAbout'
    | 'tools.createAbout'
    | 'tools.pointsAbout'
    | 'tools.securityAbout'
    | 'tools.helpAbout'
    | 'tools.adminAbout'
    | 'tools.auditAbout'
    | 'tools.moderationAbout'
    | 'tools.insightAbout'
    | 'tools.landingAbout'
    | 'tools.storageAbout'
    | 'tools.emailAbout'
    | 'tools.adsAbout'
    | 'tools.maintenanceAbout'
    | 'tools.postStatsAbout'
    | 'tools.contactMessagesAbout';
  icon: ReactNode;
  /** For site admins only. */
  admin?: true;
  /** The kind of pending work that the item counts, for admins. */
  waiting?: AdminWork;
  /**
   * Menus that list it, by default tile, account menu and quick menu: `search` omits the account menu, `tile` is the
   * tile alone.
   */
  where?: 'search' | 'tile';
}

/** The part of an item that a menu shows. */
interface MenuItem extends Pick<ToolItem, 'to' | 'icon' | 'waiting'> {
  text: ToolItem['text'] | 'tools.profile' | 'tools.title';
}

/** Every tool whose screen exists, in the order of the specification (part 1, section 2). */
const TOOL_ITEMS: ToolItem[] = [
  { to: paths.tasks, text: 'tools.tasks', about: 'tools.tasksAbout', icon: <ListTodo />, where: 'search' },
  { to: paths.tribes, text: 'shell.tribes', about: 'tools.tribesAbout', icon: <Flame />, where: 'tile' },
  { to: paths.members, text: 'tools.members', about: 'tools.membersAbout', icon: <Users />, where: 'search' },
  { to: paths.following, text: 'tools.following', about: 'tools.followingAbout', icon: <UserCheck />, where: 'search' },
  { to: paths.safety, text: 'tools.safety', about: 'tools.safetyAbout', icon: <Ban />, where: 'search' },
  {
    to: paths.memberships,
    text: 'tools.memberships',
    about: 'tools.membershipsAbout',
    icon: <IdCard />,
    where: 'search',
  },
  { to: paths.myPosts, text: 'tools.myPosts', about: 'tools.myPostsAbout', icon: <Newspaper />, where: 'search' },
  { to: paths.points, text: 'shell.points', about: 'tools.pointsAbout', icon: <ChartNoAxesColumnIncreasing /> },
  { to: paths.account, text: 'tools.security', about: 'tools.securityAbout', icon: <ShieldCheck /> },
  {
    to: paths.admin,
    text: 'tools.admin',
    about: 'tools.adminAbout',
    icon: <ShieldUser />,
    admin: true,
    waiting: 'appeals',
  },
  {
    to: paths.audit,
    text: 'tools.audit',
    about: 'tools.auditAbout',
    icon: <ScrollText />,
    admin: true,
    where: 'search',
  },
  {
    to: paths.moderation,
    text: 'tools.moderation',
    about: 'tools.moderationAbout',
    icon: <Scale />,
    admin: true,
    waiting: 'cases',
  },
  {
    to: paths.insight,
    text: 'tools.insight',
    about: 'tools.insightAbout',
    icon: <ChartLine />,
    admin: true,
  },
  {
    to: paths.landingManager,
    text: 'tools.landing',
    about: 'tools.landingAbout',
    icon: <GalleryHorizontal />,
    admin: true,
    where: 'search',
  },
  {
    to: paths.storageSettings,
    text: 'tools.storage',
    about: 'tools.storageAbout',
    icon: <HardDrive />,
    admin: true,
    where: 'search',
  },
  {
    to: paths.emailSettings,
    text: 'tools.email',
    about: 'tools.emailAbout',
    icon: <AtSign />,
    admin: true,
    where: 'search',
  },
  {
    to: paths.adsSettings,
    text: 'tools.ads',
    about: 'tools.adsAbout',
    icon: <Megaphone />,
    admin: true,
    where: 'search',
  },
  {
    to: paths.maintenanceSettings,
    text: 'tools.maintenance',
    about: 'tools.maintenanceAbout',
    icon: <Construction />,
    admin: true,
    where: 'search',
  },
  {
    to: paths.postStats,
    text: 'tools.postStats',
    about: 'tools.postStatsAbout',
    icon: <ChartColumn />,
    admin: true,
    where: 'search',
  },
  {
    to: paths.contactMessages,
    text: 'contactMessages.title',
    about: 'tools.contactMessagesAbout',
    icon: <Mails />,
    admin: true,
    waiting: 'messages',
  },
  { to: paths.help, text: 'shell.help', about: 'tools.helpAbout', icon: <CircleHelp /> },
  { to: paths.createTribe, text: 'shell.createTribe', about: 'tools.createAbout', icon: <Plus />, where: 'tile' },
];

/** The page of the signed-in person. */
const PROFILE_ITEM: MenuItem = { to: paths.profile, text: 'tools.profile', icon: <UserRound /> };

/** The page that links to all of them. */
const TOOLS_ITEM: MenuItem = { to: paths.tools, text: 'tools.title', icon: <LayoutGrid /> };

/** Returns the tools of this person. */
export const toolItemsOf = ({ role }: SessionUser): ToolItem[] =>
  TOOL_ITEMS.filter(({ admin }) => !admin || role === 'admin');

/** Returns the items of the account menu. */
export const menuItemsOf = (me: SessionUser): MenuItem[] => [
  PROFILE_ITEM,
  TOOLS_ITEM,
  ...toolItemsOf(me).filter(({ where }) => !where),
];

/** Returns the items of the quick menu. */
export const searchItemsOf = (me: SessionUser): MenuItem[] => [
  PROFILE_ITEM,
  TOOLS_ITEM,
  ...toolItemsOf(me).filter(({ where }) => where !== 'tile'),
];
