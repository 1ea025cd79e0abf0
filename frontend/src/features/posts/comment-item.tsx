import { Heart } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { useMe } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Comment, type Post, useDeleteComment, useReactToComment } from './api.ts';
import { AuthorMarks } from './author.tsx';

interface CommentItemProps {
  post: Post;
  comment: Comment;
  /** How many replies are deleted with it. */
  replies: number;
  onReply?: (() => void) | undefined;
}

const actionClass =
  'focus-ring inline-flex h-8 min-w-8 items-center justify-center rounded-xs px-2 font-display font-semibold text-caption text-fg-muted hover:text-fg';

export function CommentItem({ post, comment, replies, onReply }: CommentItemProps) {
  const { t } = useTexts('members');
  const format = useFormat();
  const me = useMe();
  const [asking, setAsking] = useState(false);
  const react = useReactToComment(post, comment);
  const remove = useDeleteComment(post, comment, replies);
  const liked = comment.myReactions.includes('like');
  return (
    <article className="flex gap-3">
      <Avatar person={comment.user} size={32} />
      <div className="grid min-w-0 grow grid-cols-1 gap-1">
        <div className="flex min-w-0 items-center gap-2">
          <span className="truncate font-display font-semibold text-small">{comment.user.name}</span>
          <AuthorMarks user={comment.user} />
          <RelativeTime value={comment.createdAt} className="shrink-0 text-caption text-fg-faint" />
        </div>
        <p className="prose-safe text-small">{comment.content}</p>
        <div className="-mx-2 -mt-0.5 flex flex-wrap items-center">
          <button
            type="button"
            aria-pressed={liked}
            disabled={me === null}
            aria-label={t('posts.likeComment', { count: comment.reactionCounts.like })}
            onClick={() => react('like')}
            className={cx(actionClass, 'gap-1.5 disabled:hover:text-fg-muted', liked && 'text-ember-text')}
          >
            <Heart aria-hidden="true" className={cx('size-4', liked && 'fill-current')} />
            {comment.reactionCounts.like > 0 && (
              <span className="tabular">{format.compact(comment.reactionCounts.like)}</span>
            )}
          </button>
          {onReply && (
            <button type="button" onClick={onReply} className={actionClass}>
              {t('posts.reply')}
            </button>
          )}
          {comment.canDelete && me && (
            <button type="button" onClick={() => setAsking(true)} className={actionClass}>
              {t('posts.delete')}
            </button>
          )}
        </div>
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('posts.deleteCommentTitle')}
        text={replies > 0 ? t('posts.deleteCommentReplies', { count: replies }) : t('posts.deleteCommentText')}
        confirm={t('posts.delete')}
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => setAsking(false),
            onError: (error) => toast(messageOf(error, t('posts.deleteCommentFailed')), { tone: 'bad' }),
          })
        }
      />
    </article>
  );
}
