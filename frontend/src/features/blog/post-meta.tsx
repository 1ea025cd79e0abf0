import { useFormat, useTexts } from '../../lib/i18n.ts';
import { cx } from '../../ui/cx.ts';
import type { BlogPost } from './blog-content.ts';

interface PostMetaProps {
  post: BlogPost;
  className?: string;
}

/** The author, the date and the read time of an article, in the language of the interface. */
export function PostMeta({ post, className }: PostMetaProps) {
  const { t } = useTexts('blog');
  const { date } = useFormat();
  return (
    <p className={cx('flex flex-wrap gap-x-2 text-caption text-fg-muted', className)}>
      <span lang="es">{post.author}</span>
      <span aria-hidden="true">·</span>
      {/* At noon here: midnight in UTC is the day before in America. */}
      <time dateTime={post.date}>{date(`${post.date}T12:00`)}</time>
      <span aria-hidden="true">·</span>
      <span>{t('blog.readTime', { minutes: post.readTime })}</span>
    </p>
  );
}
