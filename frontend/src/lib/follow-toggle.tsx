import { useQuery } from '@tanstack/react-query';
import { UserCheck, UserPlus } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { isFollowedQuery, useFollow } from './follow.ts';
import { useTexts } from './i18n.ts';
import { useMe } from './session.ts';

interface FollowToggleProps {
  user: { id: string; name: string; restrictedHigher?: boolean };
  /** The icon alone, where there is little room. */
  iconOnly?: boolean;
}

/** Follows somebody, or not any more. Nothing for oneself, and for whom one may not know. */
export function FollowToggle({ user, iconOnly = false }: FollowToggleProps) {
  const { t } = useTexts('members');
  const me = useMe();
  const isStranger = me !== null && me.id !== user.id && !user.restrictedHigher && isRealId(user.id);
  const { data: following } = useQuery({ ...isFollowedQuery(user.id), enabled: isStranger });
  const follow = useFollow(user.id);
  if (!isStranger) return null;
  const told = {
    'aria-pressed': following ?? false,
    disabled: following === undefined,
    // As specified, a failure is not told: the button shows what holds.
    onClick: () => void follow(!following).catch(() => undefined),
  };
  const icon = following ? <UserCheck /> : <UserPlus />;
  const name = t(following ? 'posts.unfollow' : 'posts.follow', { name: user.name });
  if (iconOnly) return <IconButton {...told} size="sm" tip="top" icon={icon} label={name} />;
  return (
    <Button
      {...told}
      size="sm"
      variant={following ? 'ghost' : 'quiet'}
      className={cx(following && 'bg-hover')}
      icon={icon}
      // Begins with the words that are seen, for who speaks to their device.
      aria-label={following ? `${t('people.following')}: ${name}` : name}
    >
      {t(following ? 'people.following' : 'people.follow')}
    </Button>
  );
}

/** Whether an id names an account: pseudonyms and deleted users have others. */
export const isRealId = (id: string): boolean => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(id);
