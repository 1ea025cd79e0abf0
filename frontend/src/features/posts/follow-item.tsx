import { useQuery } from '@tanstack/react-query';
import { UserMinus, UserPlus } from 'lucide-react';
import { followQuery, useFollow } from '../../lib/follow.ts';
import { useTexts } from '../../lib/i18n.ts';
import { MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';

/** Follows or unfollows a person. Fetches the follow status when it is mounted, that is while the menu is open. */
export function FollowItem({ userId, name }: { userId: string; name: string }) {
  const { t } = useTexts('members');
  const { data } = useQuery(followQuery(userId));
  const follow = useFollow(userId);
  const following = data?.following ?? false;
  const choose = () =>
    follow(!following).then(
      (now) => toast(() => t(now.following ? 'posts.followed' : 'posts.unfollowed', { name }), { tone: 'good' }),
      // As specified, a failure shows no message.
      () => undefined,
    );
  return (
    <MenuItem
      icon={following ? <UserMinus /> : <UserPlus />}
      disabled={data === undefined}
      onSelect={() => void choose()}
    >
      {t(following ? 'posts.unfollow' : 'posts.follow', { name })}
    </MenuItem>
  );
}
