import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import type { BlogPost } from './blog-content.ts';
import { PostMeta } from './post-meta.tsx';

interface PostCardProps {
  post: BlogPost;
  /** Over the width of the page; the picture is loaded at once. */
  hero?: boolean;
  /** Loads the picture at once: the card is in the first view. */
  eager?: boolean;
  /** The element of its title: h3 below a heading of level 2. */
  heading?: 'h2' | 'h3';
}

const heroClass = 'lg:grid lg:grid-cols-2 lg:items-center';

/** An article in a list. The whole card is its link. */
export function PostCard({ post, hero = false, eager = hero, heading: Heading = 'h2' }: PostCardProps) {
  const { t } = useTexts('blog');
  const { slug, title, excerpt, category, image } = post;
  return (
    <Card as="article" lifts className={cx('overflow-hidden', hero && heroClass)}>
      <Picture src={image.src} alt="" ratio={image.width / image.height} eager={eager} />
      <div className={cx('grid content-start gap-2 p-5', hero && 'lg:gap-4 lg:p-10')}>
        <p className="font-medium text-caption text-ember-text">{t(`blog.categories.${category}`)}</p>
        <Heading lang="es" className={cx('font-bold', hero ? 'text-title lg:text-heading' : 'text-title')}>
          <Link
            to={paths.blogPost(slug)}
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ember-text"
          >
            {title}
          </Link>
        </Heading>
        <p lang="es" className="text-pretty text-fg-muted text-small">
          {excerpt}
        </p>
        <PostMeta post={post} />
      </div>
    </Card>
  );
}

/** A placeholder for a card. */
export function PostCardSkeleton({ hero = false }: Pick<PostCardProps, 'hero'>) {
  return (
    <Card className={cx('overflow-hidden', hero && heroClass)}>
      <Skeleton className="aspect-[1200/630] rounded-none" />
      <div className={cx('grid content-start gap-3 p-5', hero && 'lg:p-10')}>
        <Skeleton className="h-6 w-4/5" />
        <SkeletonText lines={3} />
      </div>
    </Card>
  );
}
