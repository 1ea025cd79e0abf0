import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { UserAvatar } from '../../lib/user-avatar.tsx';
import { AgentMark } from '../../ui/agent-mark.tsx';
import type { PublicProfile } from './api.ts';

type Headed = Pick<PublicProfile, 'id' | 'name' | 'avatarUrl' | 'isAgent' | 'createdAt'> & {
  bio?: string | null | undefined;
  followersCount?: number | undefined;
  followingCount?: number | undefined;
};

interface ProfileHeaderProps {
  profile: Headed;
  actions?: ReactNode;
  /** Whether this is the viewer's own profile: it links to the people whom they follow. */
  own?: boolean;
  /** The name is the heading of the screen; not in a preview within one. */
  heading?: 'h1' | 'h2';
}

/** A person in short: avatar, name, bio, follower counts. */
export function ProfileHeader({ profile, actions, own = false, heading: Name = 'h1' }: ProfileHeaderProps) {
  const { t } = useTexts('profile');
  const format = useFormat();
  const { followersCount, followingCount } = profile;
  // In a sheet a header would be a second banner of the page.
  const Frame = Name === 'h1' ? 'header' : 'div';
  return (
    <Frame className="flex flex-col items-center gap-5 text-center sm:flex-row sm:items-start sm:text-left">
      <UserAvatar person={profile} size={112} own />
      <div className="grid min-w-0 max-w-full grow grid-cols-1 gap-2">
        <div className="flex min-w-0 items-center justify-center gap-2 sm:justify-start">
          <Name className="min-w-0 font-extrabold text-heading [overflow-wrap:anywhere]" dir="auto">
            {profile.name}
          </Name>
          <AgentMark of={profile} />
        </div>
        {profile.bio && (
          <p className="prose-safe text-pretty text-fg-muted" dir="auto">
            {profile.bio}
          </p>
        )}
        <p className="flex flex-wrap justify-center gap-x-4 gap-y-1 text-fg-faint text-small sm:justify-start">
          {followersCount !== undefined && (
            <span>{t('profile.followers', { count: followersCount, shown: format.compact(followersCount) })}</span>
          )}
          {followingCount !== undefined && <Following count={followingCount} own={own} />}
          <span>{t('profile.since', { date: format.date(profile.createdAt) })}</span>
        </p>
        {actions && <div className="mt-2 flex flex-wrap justify-center gap-3 sm:justify-start">{actions}</div>}
      </div>
    </Frame>
  );
}

/** The number of people whom the person follows; one's own links to the list. */
function Following({ count, own }: { count: number; own: boolean }) {
  const { t } = useTexts('profile');
  const format = useFormat();
  const shown = format.compact(count);
  if (!own) return <span>{t('profile.followingCount', { shown })}</span>;
  return (
    <Link to={paths.following} className="focus-ring -my-1 rounded-xs py-1 underline-offset-2 hover:underline">
      {t('profile.myFollowingCount', { shown })}
    </Link>
  );
}
