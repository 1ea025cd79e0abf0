import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Link2, MessageCircle, Pencil, Trash2, UserMinus, UserPlus } from 'lucide-react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator, PointMenu } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Point } from '../../ui/use-long-press.ts';
import { followQuery, type Post, useFollow } from './api.ts';

export interface PostMenuProps {
  post: Post;
  onEdit: () => void;
  onDelete: () => void;
}

/** Mounted open: its code is loaded when the button that it replaces is pressed. */
export function PostButtonMenu(props: PostMenuProps) {
  const { t } = useTexts('members');
  return (
    <Menu defaultOpen trigger={<IconButton size="sm" label={t('ui.more')} tip="none" icon={<Ellipsis />} />}>
      <PostMenuItems {...props} />
    </Menu>
  );
}

export function PostPointMenu({ at, onClose, ...props }: PostMenuProps & { at: Point; onClose: () => void }) {
  return (
    <PointMenu at={at} onClose={onClose}>
      <PostMenuItems {...props} />
    </PointMenu>
  );
}

/** The actions of a post. Messaging and following are hidden for an author whose identity is hidden. */
function PostMenuItems({ post, onEdit, onDelete }: PostMenuProps) {
  const { t } = useTexts('members');
  const me = useMe();
  const { user } = post;
  const stranger = me !== null && me.id !== user.id && !user.restrictedHigher;
  return (
    <>
      <MenuItem icon={<Link2 />} onSelect={() => copyLink(post, t('posts.linkCopied'))}>
        {t('posts.copyLink')}
      </MenuItem>
      {stranger && <FollowItem userId={user.id} name={user.name} />}
      {user.canMessage && (
        <MenuLink icon={<MessageCircle />} to={paths.conversation(user.id, post.tribeId)}>
          {t('posts.writeTo', { name: user.name })}
        </MenuLink>
      )}
      {(post.canEdit || post.canDelete) && <MenuSeparator />}
      {post.canEdit && (
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          {t('posts.edit')}
        </MenuItem>
      )}
      {post.canDelete && (
        <MenuItem icon={<Trash2 />} danger onSelect={onDelete}>
          {t('posts.delete')}
        </MenuItem>
      )}
    </>
  );
}

/** Fetches the follow status when it is mounted, that is while the menu is open. */
function FollowItem({ userId, name }: { userId: string; name: string }) {
  const { t } = useTexts('members');
  const { data } = useQuery(followQuery(userId));
  const follow = useFollow(userId);
  const following = data?.following ?? false;
  const choose = () =>
    follow(!following).then(
      (now) => toast(t(now.following ? 'posts.followed' : 'posts.unfollowed', { name }), { tone: 'good' }),
      (error: unknown) => toast(messageOf(error, t('ui.error')), { tone: 'bad' }),
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

function copyLink(post: Post, done: string): void {
  const url = new URL(paths.post(post.id, post.tribeId), window.location.origin).href;
  // On an insecure address there is no clipboard: nothing happens then.
  void navigator.clipboard?.writeText(url).then(() => toast(done, { tone: 'good' }));
}
