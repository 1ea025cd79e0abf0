import type { ReactNode } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
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
  /** The name is the heading of the screen; not in a preview within one. */
  heading?: 'h1' | 'h2';
}

/** A person in short: avatar, name, bio, follower counts. */
export function ProfileHeader({ profile, actions, heading: Name = 'h1' }: ProfileHeaderProps) {
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
          <Name className="min-w-0 font-extrabold text-heading [overflow-wrap:anywhere]">{profile.name}</Name>
          <AgentMark of={profile} />
        </div>
        {profile.bio && <p className="prose-safe text-pretty text-fg-muted">{profile.bio}</p>}
        <p className="flex flex-wrap justify-center gap-x-4 gap-y-1 text-fg-faint text-small sm:justify-start">
          {followersCount !== undefined && (
            <span>{t('profile.followers', { count: followersCount, shown: format.compact(followersCount) })}</span>
          )}
          {followingCount !== undefined && (
            <span>{t('profile.followingCount', { shown: format.compact(followingCount) })}</span>
          )}
          <span>{t('profile.since', { date: format.date(profile.createdAt) })}</span>
        </p>
        {actions && <div className="mt-2 flex flex-wrap justify-center gap-3 sm:justify-start">{actions}</div>}
      </div>
    </Frame>
  );
}
