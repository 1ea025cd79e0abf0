import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loading, Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { type Comment, commentsQuery, type Post } from './api.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { offerToJoin } from './join-offer.tsx';

/** A post's comments, each with its replies, and the form to add one. */
export function PostComments({ post }: { post: Post }) {
  const { t } = useTexts('members');
  const me = useMe();
  // When the comments are closed, only moderators can write.
  const writes = me !== null && (!post.commentsLocked || post.canComment);
  const { items, query: comments } = usePagedQuery(commentsQuery(post.tribeId, post.id));
  const [replyTo, setReplyTo] = useState<Comment | null>(null);
  const threads = items.filter((comment) => comment.parentId === null);

  return (
    <section aria-label={t('posts.comments', { count: post.counts.comments })} className="grid grid-cols-1 gap-4 pt-1">
      {me && post.commentsLocked && <p className="text-fg-muted text-small">{t('posts.commentsLocked')}</p>}
      {writes && <CommentForm post={post} />}
      {me === null && (
        <Button size="sm" onClick={offerToJoin} className="justify-self-start">
          {t('posts.joinToComment')}
        </Button>
      )}
      {comments.isPending && <CommentsSkeleton />}
      {comments.isError && !comments.data && (
        <ErrorState error={comments.error} onRetry={() => void comments.refetch()} className="py-4" />
      )}
      {threads.map((thread) => {
        const replies = items.filter((comment) => comment.parentId === thread.id);
        return (
          <div key={thread.id} className="grid grid-cols-1 gap-3">
            <CommentItem
              post={post}
              comment={thread}
              replies={replies.length}
              isReplying={replyTo?.id === thread.id}
              onReply={writes ? () => setReplyTo(replyTo?.id === thread.id ? null : thread) : undefined}
            />
            {(replies.length > 0 || replyTo?.id === thread.id) && (
              <div className="ml-5 grid grid-cols-1 gap-3 border-line border-l-2 pl-4">
                {replies.map((reply) => (
                  <CommentItem key={reply.id} post={post} comment={reply} replies={0} />
                ))}
                {replyTo?.id === thread.id && (
                  <CommentForm post={post} parent={thread} onDone={() => setReplyTo(null)} />
                )}
              </div>
            )}
          </div>
        );
      })}
      {comments.isSuccess && threads.length === 0 && (
        <p className="text-fg-faint text-small">{t(me ? 'posts.noComments' : 'posts.noCommentsYet')}</p>
      )}
      <div className="justify-self-start empty:hidden">
        <LoadMore query={comments} label={t('posts.moreComments')} />
      </div>
    </section>
  );
}

function CommentsSkeleton() {
  return (
    <Loading className="grid gap-4">
      {[0, 1].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="size-8 rounded-full" />
          <div className="grow">
            <SkeletonText lines={2} />
          </div>
        </div>
      ))}
    </Loading>
  );
}
