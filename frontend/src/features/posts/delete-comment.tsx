import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { RemovalSheet } from '../../lib/removal-sheet.tsx';
import { useMe } from '../../lib/session.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Comment, type Post, useDeleteComment } from './api.ts';

interface DeleteCommentProps {
  post: Post;
  comment: Comment;
  /** The number of replies deleted with it. */
  replies: number;
  open: boolean;
  onClose: () => void;
}

/** Whether the viewer removes the comment as a moderator: then its author is notified, also under a post of theirs. */
export const removes = (post: Post, comment: Comment, userId: string | undefined): boolean =>
  post.canPin && comment.user.id !== userId;

/** Confirms the deletion of a comment; moderators give a reason for that of another person. */
export function DeleteComment({ post, comment, replies, open, onClose }: DeleteCommentProps) {
  const { t } = useTexts('members');
  const me = useMe();
  const remove = useDeleteComment(post, comment, replies);
  if (removes(post, comment, me?.id))
    return (
      <RemovalSheet open={open} onClose={onClose} kind="comment" subject={comment.id} remove={remove.mutateAsync} />
    );
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t('posts.deleteCommentTitle')}
      text={replies > 0 ? t('posts.deleteCommentReplies', { count: replies }) : t('posts.deleteCommentText')}
      confirm={t('posts.delete')}
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onError: (error) => toast(() => messageOf(error, t('posts.deleteCommentFailed')), { tone: 'bad' }),
          onScreen: { onSuccess: onClose },
        })
      }
    />
  );
}
