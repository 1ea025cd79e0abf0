import { Heart } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { SafetyButton } from '../../lib/safety-button.tsx';
import { useMe } from '../../lib/session.ts';
import { UserLink } from '../../lib/user-link.tsx';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { useFocusOnSwap } from '../../ui/focus.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { type Comment, type Post, useReactToComment } from './api.ts';
import { DeleteComment, removes } from './delete-comment.tsx';
import { offerToJoin } from './join-offer.tsx';

interface CommentItemProps {
  post: Post;
  comment: Comment;
  /** The number of replies deleted with it. */
  replies: number;
  onReply?: (() => void) | undefined;
  /** Whether the form of a reply is open. */
  isReplying?: boolean;
}

const HiddenNote = lazyComponent(async () => (await import('../../lib/hidden-note.tsx')).HiddenNote);

const actionClass =
  'focus-ring inline-flex h-8 min-w-8 items-center justify-center rounded-xs px-2 font-display font-semibold text-caption text-fg-muted hover:text-fg';

export function CommentItem({ post, comment, replies, onReply, isReplying = false }: CommentItemProps) {
  const { t } = useTexts('members');
  const format = useFormat();
  const me = useMe();
  const [confirming, setConfirming] = useState(false);
  const react = useReactToComment(post, comment);
  const replyButton = useFocusOnSwap<HTMLButtonElement>(isReplying);
  const liked = comment.myReactions.includes('like');
  return (
    <article className="flex gap-3">
      <UserLink person={comment.user} silent className="shrink-0 self-start rounded-full">
        <Avatar person={comment.user} size={32} />
      </UserLink>
      <div className="grid min-w-0 grow grid-cols-1 gap-1">
        <div className="flex min-w-0 items-center gap-2">
          <span className="truncate font-display font-semibold text-small">
            <UserLink person={comment.user}>{comment.user.name}</UserLink>
          </span>
          <AgentMark of={comment.user} />
          <RelativeTime value={comment.createdAt} className="shrink-0 text-caption text-fg-faint" />
        </div>
        <p className={cx('prose-safe text-small', comment.content === '' && 'text-fg-faint italic')}>
          {comment.content || t('posts.commentGone')}
        </p>
        {comment.hidden && (
          <LazyPart>
            <HiddenNote hidden={comment.hidden} />
          </LazyPart>
        )}
        <div className="-mx-2 -mt-0.5 flex flex-wrap items-center" hidden={comment.user.id === 'unavailable'}>
          <button
            type="button"
            aria-pressed={liked}
            aria-label={t('posts.likeComment', { count: comment.reactionCounts.like })}
            onClick={() => (me ? react('like') : offerToJoin())}
            className={cx(actionClass, 'gap-1.5', liked && 'text-ember-text')}
          >
            <Heart aria-hidden="true" className={cx('size-4', liked && 'fill-current')} />
            {comment.reactionCounts.like > 0 && (
              <span className="tabular">{format.compact(comment.reactionCounts.like)}</span>
            )}
          </button>
          {onReply && (
            <button type="button" ref={replyButton} onClick={onReply} className={actionClass}>
              {t('posts.reply')}
            </button>
          )}
          {comment.canDelete && me && (
            <button type="button" onClick={() => setConfirming(true)} className={actionClass}>
              {t(removes(post, comment, me.id) ? 'posts.remove' : 'posts.delete')}
            </button>
          )}
          {me && me.id !== comment.user.id && comment.content !== '' && (
            <CommentMenu tribeId={post.tribeId} comment={comment} />
          )}
        </div>
      </div>
      <DeleteComment
        post={post}
        comment={comment}
        replies={replies}
        open={confirming}
        onClose={() => setConfirming(false)}
      />
    </article>
  );
}

function CommentMenu({ tribeId, comment: { id, user } }: { tribeId: number; comment: Comment }) {
  const { t } = useTexts('members');
  return (
    <SafetyButton
      size="sm"
      label={t('posts.commentMenu', { name: user.name })}
      person={user}
      tribeId={tribeId}
      report={{ kind: 'comment', commentId: id }}
    />
  );
}
