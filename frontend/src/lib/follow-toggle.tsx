import { useQuery } from '@tanstack/react-query';
import { UserCheck, UserPlus } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { onSinglePress } from '../ui/single-press.ts';
import { isFollowedQuery, useFollow } from './follow.ts';
import { useTexts } from './i18n.ts';
import { useMe } from './session.ts';

interface FollowToggleProps {
  user: { id: string; name: string; restrictedHigher?: boolean };
  /** The icon alone, for narrow layouts. */
  iconOnly?: boolean;
}

/** Follows or unfollows a person. Renders nothing for the viewer and for people without a visible profile. */
export function FollowToggle({ user, iconOnly = false }: FollowToggleProps) {
  const { t } = useTexts('members');
  const me = useMe();
  const isOtherUser = me !== null && me.id !== user.id && !user.restrictedHigher && isRealId(user.id);
  const { data: following } = useQuery({ ...isFollowedQuery(user.id), enabled: isOtherUser });
  const follow = useFollow(user.id);
  if (!isOtherUser) return null;
  const props = {
    'aria-pressed': following ?? false,
    disabled: following === undefined,
    // As specified, a failure shows no message: the button shows the current state.
    onClick: onSinglePress(() => void follow(!following).catch(() => undefined)),
  };
  const icon = following ? <UserCheck /> : <UserPlus />;
  const name = t(following ? 'posts.unfollow' : 'posts.follow', { name: user.name });
  if (iconOnly) return <IconButton {...props} size="sm" tip="top" icon={icon} label={name} />;
  return (
    <Button
      {...props}
      size="sm"
      variant={following ? 'ghost' : 'quiet'}
      className={cx(following && 'bg-hover')}
      icon={icon}
      // Begins with the visible text, for voice control.
      aria-label={following ? `${t('people.following')}: ${name}` : name}
    >
      {t(following ? 'people.following' : 'people.follow')}
    </Button>
  );
}

/** Whether an id is that of an account: pseudonyms and deleted users have other ids. */
export const isRealId = (id: string): boolean => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(id);
