import {
  Ellipsis,
  ExternalLink,
  Link2,
  Megaphone,
  MegaphoneOff,
  MessageCircle,
  MessageCircleOff,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react';
import { UserSafetyItems } from '../../lib/blocking-items.tsx';
import { copyLink } from '../../lib/copy-link.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { addressOf, postPath } from '../../lib/post-path.ts';
import { useMe } from '../../lib/session.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLink, MenuNewTabLink, MenuSeparator, PointMenu } from '../../ui/menu.tsx';
import type { Point } from '../../ui/point.ts';
import { toast } from '../../ui/toast.tsx';
import { type Post, useModeratePost } from './api.ts';
import { FollowItem } from './follow-item.tsx';

export interface PostMenuProps {
  post: Post;
  onEdit: () => void;
  onDelete: () => void;
  /** Opens the confirmation to announce the post. */
  onAnnounce: () => void;
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

/** With a link to a new tab: a right click on the picture of a post does not offer one. */
export function PostPointMenu({ at, onClose, ...props }: PostMenuProps & { at: Point; onClose: () => void }) {
  const { t } = useTexts('members');
  return (
    <PointMenu at={at} onClose={onClose}>
      <MenuNewTabLink icon={<ExternalLink />} to={postPath(props.post)}>
        {t('posts.openInNewTab')}
      </MenuNewTabLink>
      <PostMenuItems {...props} />
    </PointMenu>
  );
}

/** The actions of a post. Messaging and following are hidden for an author whose identity is hidden. */
function PostMenuItems({ post, onEdit, onDelete, onAnnounce }: PostMenuProps) {
  const { t } = useTexts('members');
  const me = useMe();
  const { user } = post;
  const isOtherUser = me !== null && me.id !== user.id && !user.restrictedHigher;
  return (
    <>
      <MenuItem icon={<Link2 />} onSelect={() => void copyLink(addressOf(post), () => t('posts.linkCopied'))}>
        {t('posts.copyLink')}
      </MenuItem>
      {isOtherUser && <FollowItem userId={user.id} name={user.name} />}
      {user.canMessage && (
        <MenuLink icon={<MessageCircle />} to={paths.conversation(user.id, post.tribeId)}>
          {t('posts.writeTo', { name: user.name })}
        </MenuLink>
      )}
      {me !== null && me.id !== user.id && (
        <>
          <MenuSeparator />
          <UserSafetyItems
            person={user}
            tribeId={post.tribeId}
            report={{ kind: post.kind === 'story' ? 'vibe' : 'post', postId: post.id }}
          />
        </>
      )}
      {(post.canEdit || post.canDelete) && <MenuSeparator />}
      {post.canPin && <ModeratorItems post={post} onAnnounce={onAnnounce} />}
      {post.canEdit && (
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          {t('posts.edit')}
        </MenuItem>
      )}
      {post.canDelete && (
        <MenuItem icon={<Trash2 />} danger onSelect={onDelete}>
          {t(me?.id === user.id ? 'posts.delete' : 'posts.remove')}
        </MenuItem>
      )}
    </>
  );
}

function ModeratorItems({ post, onAnnounce }: Pick<PostMenuProps, 'post' | 'onAnnounce'>) {
  const { t } = useTexts('members');
  const moderate = useModeratePost(post);
  const choose = (change: Parameters<typeof moderate.mutate>[0], done: () => string) =>
    moderate.mutate(change, {
      onSuccess: () => toast(done, { tone: 'good' }),
      onError: toastFailure,
    });
  const { isPinned, isAnnouncement, commentsLocked } = post;
  return (
    <>
      <MenuItem
        icon={isPinned ? <PinOff /> : <Pin />}
        onSelect={() => choose({ pinned: !isPinned }, () => t(isPinned ? 'posts.unpinnedDone' : 'posts.pinnedDone'))}
      >
        {t(isPinned ? 'posts.unpin' : 'posts.pin')}
      </MenuItem>
      {isAnnouncement && (
        <MenuItem
          icon={<MegaphoneOff />}
          onSelect={() => choose({ announced: false }, () => t('posts.unannouncedDone'))}
        >
          {t('posts.unannounce')}
        </MenuItem>
      )}
      {!isAnnouncement && post.hidden === null && (
        <MenuItem icon={<Megaphone />} onSelect={onAnnounce}>
          {t('posts.announce')}
        </MenuItem>
      )}
      <MenuItem
        icon={commentsLocked ? <MessageCircle /> : <MessageCircleOff />}
        onSelect={() =>
          choose({ locked: !commentsLocked }, () => t(commentsLocked ? 'posts.commentsOpened' : 'posts.commentsClosed'))
        }
      >
        {t(commentsLocked ? 'posts.openComments' : 'posts.closeComments')}
      </MenuItem>
    </>
  );
}
