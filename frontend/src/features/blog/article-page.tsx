import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, RotateCw } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { isNotFound } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Loading, Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { articleQuery, blogIndexQuery } from './api.ts';
import type { BlogIndex, BlogPost } from './blog-content.ts';
import { PostCard } from './post-card.tsx';
import { PostMeta } from './post-meta.tsx';
import { ShareLinks } from './share-links.tsx';

/** Loaded lazily: the Markdown libraries are large, and the head of an article does not need them. */
const ArticleBody = lazyComponent(async () => (await import('./article-body.tsx')).ArticleBody);

/** `/blog/{slug}`: an article. */
export function ArticlePage() {
  const { slug = '' } = useParams();
  // Both at once: the index has the head of the article.
  const index = useQuery(blogIndexQuery);
  const article = useQuery(articleQuery(slug));
  const post = index.data?.posts.find((entry) => entry.slug === slug);
  const retry = () => void Promise.all([index, article].filter(({ error }) => error).map(({ refetch }) => refetch()));

  if (index.data && !post) return <NotShown />;
  if (isNotFound(article.error)) return <NotShown />;
  if (article.error || index.error) return <NotShown onRetry={retry} />;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-4 pb-16 sm:px-6 lg:pt-8">
      <BackLink />
      {index.data && post ? (
        <Article index={index.data} post={post} markdown={article.data} />
      ) : (
        <Loading className="mt-4 grid gap-5">
          <Skeleton className="h-10 w-4/5" />
          <SkeletonText lines={2} />
          <Skeleton className="aspect-[1200/630] rounded-lg" />
          <SkeletonText lines={8} />
        </Loading>
      )}
    </div>
  );
}

function BackLink() {
  const { t } = useTexts('blog');
  return (
    <Link
      to={paths.blog}
      className="focus-ring -ml-2 inline-flex min-h-11 items-center gap-2 rounded-sm px-2 text-fg-muted text-small hover:text-fg"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {t('blog.back')}
    </Link>
  );
}

interface ArticleProps {
  index: BlogIndex;
  post: BlogPost;
  /** Undefined while loading. */
  markdown: string | undefined;
}

function Article({ index, post, markdown }: ArticleProps) {
  const { t } = useTexts('blog');
  useTitle(post.title);
  const { category, title, excerpt, image, tags } = post;
  return (
    <article className="mt-3 grid grid-cols-1 gap-6 lg:gap-8">
      <header className="grid grid-cols-1 gap-3">
        <Link
          to={paths.blogCategory(category)}
          className="focus-ring w-fit min-w-6 rounded-xs py-1 font-medium text-caption text-ember-text hover:underline"
        >
          {t(`blog.categories.${category}`)}
        </Link>
        <h1 lang="es" className="font-extrabold text-heading">
          {title}
        </h1>
        <p lang="es" className="max-w-[38rem] text-pretty text-fg-muted">
          {excerpt}
        </p>
        <PostMeta post={post} />
      </header>
      <div lang="es">
        <Picture
          src={image.src}
          alt={image.alt}
          ratio={image.width / image.height}
          eager
          className="rounded-lg shadow-card"
        />
      </div>
      <LazyPart fallback={<LoadingText />} failed={(error, retry) => <ErrorState error={error} onRetry={retry} />}>
        {markdown === undefined ? (
          <LoadingText />
        ) : (
          <>
            <ArticleBody markdown={markdown} pictures={index.pictures} />
            <footer className="grid grid-cols-1 gap-6 border-line-strong border-t pt-6">
              <ul aria-label={t('blog.tags')} className="flex flex-wrap gap-2">
                {tags.map((tag) => (
                  <li key={tag} lang="es">
                    <Pill>{tag}</Pill>
                  </li>
                ))}
              </ul>
              <ShareLinks post={post} />
            </footer>
            <MoreArticles posts={index.posts} current={post} />
          </>
        )}
      </LazyPart>
    </article>
  );
}

function LoadingText() {
  return (
    <Loading>
      <SkeletonText lines={8} />
    </Loading>
  );
}

/** The next articles of the list, from its beginning after the last one. */
function MoreArticles({ posts, current }: { posts: BlogPost[]; current: BlogPost }) {
  const { t } = useTexts('blog');
  const at = posts.indexOf(current);
  const more = [...posts.slice(at + 1), ...posts.slice(0, at)].slice(0, 2);
  if (more.length === 0) return null;
  return (
    <section aria-labelledby="more-articles" className="mt-8 grid gap-5">
      <h2 id="more-articles" className="font-bold text-title">
        {t('blog.more')}
      </h2>
      <ul className="grid gap-5 sm:grid-cols-2">
        {more.map((post) => (
          <li key={post.slug} className="grid">
            <PostCard post={post} heading="h3" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The article does not exist or, with `onRetry`, could not be loaded (specification 2, section 8). */
function NotShown({ onRetry }: { onRetry?: () => void }) {
  const { t } = useTexts('blog');
  const title = t(onRetry ? 'blog.articleFailed' : 'blog.notFound');
  useTitle(title);
  return (
    <div role="alert" className="grid min-h-[60dvh] place-items-center">
      <EmptyState
        title={<h1>{title}</h1>}
        text={t(onRetry ? 'blog.failedText' : 'blog.notFoundText')}
        action={
          <>
            {onRetry && (
              <Button icon={<RotateCw />} onClick={onRetry}>
                {t('ui.retry')}
              </Button>
            )}
            <ButtonLink to={paths.blog} variant="primary">
              {t('blog.back')}
            </ButtonLink>
          </>
        }
      />
    </div>
  );
}
