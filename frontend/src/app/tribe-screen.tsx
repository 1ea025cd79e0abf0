import { homininiId } from '@limits/community';
import {
  ChartLine,
  ClipboardCheck,
  Flame,
  Images,
  Link2,
  Settings,
  ShieldCheck,
  UserRoundPlus,
  Users,
} from 'lucide-react';
import { ProgressCard } from '../features/levels/progress-card.tsx';
import { FeedPreview } from '../features/posts/feed-preview.tsx';
import { TribeFeed } from '../features/posts/tribe-feed.tsx';
import { WaitingPosts } from '../features/posts/waiting-posts.tsx';
import { TribePage } from '../features/tribes/tribe-page.tsx';
import { isMember, type TribePart } from '../features/tribes/tribe-parts.ts';
import { withTexts } from '../lib/i18n.ts';
import { lazyComponent } from '../lib/lazy.tsx';

/** The parts of a tribe other than its feed. The texts of each are in locales/{language}/tribe.json. */
const PARTS: readonly TribePart[] = [
  {
    name: 'people',
    icon: <Users />,
    isOpen: ({ canRead }) => canRead,
    inBar: 'always',
    View: lazyComponent(
      withTexts(async () => (await import('../features/tribes/people-part.tsx')).PeoplePart, 'membership'),
    ),
  },
  {
    name: 'requests',
    icon: <UserRoundPlus />,
    isOpen: ({ canModerate }) => canModerate,
    View: lazyComponent(
      withTexts(async () => (await import('../features/tribes/requests-part.tsx')).RequestsPart, 'membership'),
    ),
  },
  {
    name: 'levels',
    icon: <Flame />,
    isOpen: ({ canRead }) => canRead,
    inBar: 'always',
    View: lazyComponent(async () => (await import('./levels-screen.tsx')).LevelsScreen),
  },
  {
    name: 'media',
    icon: <Images />,
    isOpen: ({ canRead }) => canRead,
    inBar: 'desk',
    View: lazyComponent(withTexts(async () => (await import('../features/media/media-part.tsx')).MediaPart, 'media')),
  },
  {
    name: 'submissions',
    icon: <ClipboardCheck />,
    isOpen: ({ canModerate }) => canModerate,
    forModerators: true,
    View: lazyComponent(async () => (await import('../features/levels/submissions-part.tsx')).SubmissionsPart),
  },
  {
    name: 'invites',
    icon: <Link2 />,
    isOpen: ({ id, canModerate }) => canModerate && id !== homininiId,
    View: lazyComponent(
      withTexts(async () => (await import('../features/invites/invites-part.tsx')).InvitesPart, 'invites'),
    ),
  },
  {
    name: 'moderation',
    icon: <ShieldCheck />,
    isOpen: ({ canModerate, membership }) => canModerate || isMember({ membership }),
    forModerators: true,
    View: lazyComponent(
      withTexts(async () => (await import('../features/moderation/moderation-part.tsx')).ModerationPart, 'moderation'),
    ),
  },
  {
    name: 'insight',
    icon: <ChartLine />,
    // The owner and site admins; officers also moderate.
    isOpen: ({ canDelete, canModerate, membership }) => canDelete || (canModerate && membership?.role !== 'officer'),
    View: lazyComponent(
      withTexts(async () => (await import('../features/insight/insight-part.tsx')).InsightPart, 'insight'),
    ),
  },
  {
    name: 'settings',
    icon: <Settings />,
    isOpen: ({ canModerate }) => canModerate,
    View: lazyComponent(
      withTexts(
        async () => (await import('../features/tribes/settings/settings-part.tsx')).SettingsPart,
        'tribe-settings',
      ),
    ),
  },
];

/** A tribe's page with the content of other features. */
export const TribeScreen = () => (
  <TribePage
    feed={(tribeId, writes) => <TribeFeed tribeId={tribeId} writes={writes} />}
    progress={(tribeId) => <ProgressCard tribeId={tribeId} />}
    preview={(tribeId) => <FeedPreview tribeId={tribeId} />}
    waiting={(tribeId) => <WaitingPosts tribeId={tribeId} />}
    parts={PARTS}
  />
);
