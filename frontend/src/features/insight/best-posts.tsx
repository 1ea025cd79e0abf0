import { Heart, MessageCircle } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { postPath } from '../../lib/post-path.ts';
import { UserAvatar } from '../../lib/user-avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Insight } from './api.ts';

type BestPost = Insight['bestPosts'][number];

interface BestPostsProps {
  posts: readonly BestPost[];
  /** Whether each post shows its tribe, in a list of several tribes. */
  showsTribe: boolean;
}

/** The posts with most reactions and comments, each a link to it. */
export function BestPosts({ posts, showsTribe }: BestPostsProps) {
  const { t } = useTexts('insight');
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="best-posts" className="grid min-w-0 grid-cols-1 gap-3">
      <h2 id="best-posts" className="font-bold text-title">
        {t('insight.best.title')}
      </h2>
      <ol className="grid grid-cols-1 gap-2">
        {posts.map((post) => (
          <BestPostRow key={post.id} post={post} showsTribe={showsTribe} />
        ))}
      </ol>
    </section>
  );
}

function BestPostRow({ post, showsTribe }: { post: BestPost; showsTribe: boolean }) {
  const { t } = useTexts('insight');
  const format = useFormat();
  const { id, kind, user, tribe, content, createdAt, counts } = post;
  return (
    <Card as="li" lifts>
      <Link
        to={postPath({ id, kind, tribeId: tribe.id })}
        className="focus-ring flex min-w-0 items-center gap-3 rounded-lg p-3 sm:p-4"
      >
        <UserAvatar person={user} size={40} />
        <span className="grid min-w-0 grow grid-cols-1 gap-0.5">
          <bdi className="line-clamp-2 text-pretty break-words">{content || t('insight.best.noText')}</bdi>
          <span className="truncate text-caption text-fg-faint">
            {[user.name, ...(showsTribe ? [tribe.name] : []), format.date(createdAt)].join(' · ')}
          </span>
        </span>
        <span className="tabular flex shrink-0 flex-col items-end gap-1 text-fg-muted text-small sm:flex-row sm:gap-4">
          <span className="flex items-center gap-1.5">
            <Heart aria-hidden="true" className="size-4" />
            {format.compact(counts.reactions)}
            <VisuallyHidden>{t('insight.best.reactions')}</VisuallyHidden>
          </span>
          <span className="flex items-center gap-1.5">
            <MessageCircle aria-hidden="true" className="size-4" />
            {format.compact(counts.comments)}
            <VisuallyHidden>{t('insight.best.comments')}</VisuallyHidden>
          </span>
        </span>
      </Link>
    </Card>
  );
}
