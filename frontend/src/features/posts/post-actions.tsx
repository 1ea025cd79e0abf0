import { Heart, MessageSquare, Share2, ThumbsDown } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { useMe } from '../../lib/session.ts';
import { cx } from '../../ui/cx.ts';
import { type Post, useReact } from './api.ts';
import { offerToJoin } from './join-offer.tsx';
import { SharePost } from './share-post.tsx';

interface PostActionsProps {
  post: Post;
  commentsOpen: boolean;
  onComments: () => void;
}

/**
 * The buttons for like, dislike and comments, with their counts, and for sharing. A visitor who reacts is offered an
 * account. A hidden post, which others cannot open, is not shared.
 */
export function PostActions({ post, commentsOpen, onComments }: PostActionsProps) {
  const { t } = useTexts('members');
  const format = useFormat();
  const me = useMe();
  const reactAsMember = useReact(post);
  const [isSharing, setSharing] = useState(false);
  const react = me ? reactAsMember : offerToJoin;
  const liked = post.myReactions.includes('like');
  const disliked = post.myReactions.includes('dislike');
  return (
    <div className="-ml-2.5 flex items-center gap-1">
      <ActionButton
        label={t('posts.like')}
        icon={<Heart className={cx(liked && 'fill-current')} />}
        count={format.compact(post.reactionCounts.like)}
        pressed={liked}
        onClick={() => react('like')}
      />
      <ActionButton
        label={t('posts.dislike')}
        icon={<ThumbsDown className={cx(disliked && 'fill-current')} />}
        count={post.reactionCounts.dislike > 0 ? format.compact(post.reactionCounts.dislike) : ''}
        pressed={disliked}
        onClick={() => react('dislike')}
      />
      <ActionButton
        label={t('posts.comments', { count: post.counts.comments })}
        isCounted
        icon={<MessageSquare />}
        count={format.compact(post.counts.comments)}
        expanded={commentsOpen}
        onClick={onComments}
      />
      {!post.hidden && (
        <ActionButton label={t('tribes.share')} icon={<Share2 />} count="" onClick={() => setSharing(true)} />
      )}
      <SharePost post={post} open={isSharing} onClose={() => setSharing(false)} />
    </div>
  );
}

interface ActionButtonProps {
  label: string;
  /** The label contains the count. */
  isCounted?: boolean;
  icon: React.ReactNode;
  count: string;
  pressed?: boolean;
  expanded?: boolean;
  onClick: () => void;
}

function ActionButton({ label, isCounted, icon, count, pressed, expanded, onClick }: ActionButtonProps) {
  return (
    <button
      type="button"
      aria-label={count && !isCounted ? `${label}: ${count}` : label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      onClick={onClick}
      className={cx(
        'pressable focus-ring inline-flex h-11 items-center gap-2 rounded-full px-2.5 text-small hover:bg-hover [&_svg]:size-5',
        pressed ? 'text-ember-text' : 'text-fg-muted',
      )}
    >
      {icon}
      {count && <span className="tabular font-medium">{count}</span>}
    </button>
  );
}
