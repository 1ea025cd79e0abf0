import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { RemovalSheet } from '../../lib/removal-sheet.tsx';
import { useMe } from '../../lib/session.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Post, useDeletePost } from './api.ts';

interface DeletePostProps {
  post: Post;
  open: boolean;
  onClose: () => void;
  /** In the list of one's own posts, whose error has a text of its own (part 1, section 8). */
  inOwnList?: boolean;
  onDeleted?: () => void;
}

/** Confirms the deletion of a post; moderators give a reason for that of another person. */
export function DeletePost({ post, open, onClose, inOwnList = false, onDeleted }: DeletePostProps) {
  const { t } = useTexts('members');
  const me = useMe();
  const remove = useDeletePost(post);
  if (me?.id !== post.user.id)
    return (
      <RemovalSheet
        open={open}
        onClose={onClose}
        kind={post.kind === 'story' ? 'vibe' : 'post'}
        subject={post.id}
        remove={remove.mutateAsync}
        onRemoved={onDeleted}
      />
    );
  const deleteOwn = () =>
    remove.mutate(undefined, {
      // The post is removed from the screen after the response, and this unmounts with it.
      onSuccess: () => {
        onClose();
        toast(() => t('posts.deleted'), { tone: 'good' });
        onDeleted?.();
      },
      onError: (error) =>
        toast(() => messageOf(error, t(inOwnList ? 'posts.deleteOwnFailed' : 'posts.deleteFailed')), { tone: 'bad' }),
    });

  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t('posts.deleteTitle')}
      text={t('posts.deleteText', { count: post.counts.comments })}
      confirm={t('posts.delete')}
      busy={remove.isPending}
      onConfirm={deleteOwn}
    />
  );
}
