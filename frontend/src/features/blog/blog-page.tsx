import { useQuery } from '@tanstack/react-query';
import { RotateCw, Rss } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { blogIndexQuery } from './api.ts';
import { BLOG_CATEGORIES, type BlogCategory, type BlogPost } from './blog-content.ts';
import { PostCard, PostCardSkeleton } from './post-card.tsx';

const FEED = '/blog-content/feed.rss';
const listClass = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6';

const isCategory = (name: string | null): name is BlogCategory => BLOG_CATEGORIES.some((category) => category === name);

/** `/blog`: the articles, newest first; the category is in the address. */
export function BlogPage() {
  const { t } = useTexts('blog');
  const { data, error, isPending, refetch } = useQuery(blogIndexQuery);
  const [query, setQuery] = useSearchParams();
  const named = query.get('category');
  const category = isCategory(named) ? named : 'all';
  const posts = data?.posts ?? [];
  const shown = category === 'all' ? posts : posts.filter((post) => post.category === category);
  return (
    <Page
      title={t('pages.blog')}
      lead={t('blog.lead')}
      actions={
        <ButtonLink to={FEED} reloadDocument icon={<Rss />} size="sm">
          RSS
        </ButtonLink>
      }
    >
      <link rel="alternate" type="application/rss+xml" title="Blog de Tribus" href={FEED} />
      <div className="grid gap-6 lg:gap-8">
        <Chips
          label={t('blog.category')}
          value={category}
          options={[
            { value: 'all' as const, label: t('blog.all') },
            ...BLOG_CATEGORIES.map((value) => ({ value, label: t(`blog.categories.${value}`) })),
          ]}
          onChange={(value) => value !== category && setQuery(value === 'all' ? {} : { category: value })}
        />
        {isPending && <ListSkeleton />}
        {shown.length > 0 && <PostList posts={shown} hasHero={category === 'all'} />}
        {!isPending && shown.length === 0 && (
          <EmptyState
            title={t(error ? 'blog.failed' : 'blog.empty')}
            text={t(error ? 'blog.failedText' : 'blog.emptyText')}
            action={
              error ? (
                <Button icon={<RotateCw />} onClick={() => void refetch()}>
                  {t('ui.retry')}
                </Button>
              ) : (
                <ButtonLink to={paths.blog}>{t('blog.showAll')}</ButtonLink>
              )
            }
          />
        )}
      </div>
    </Page>
  );
}

function PostList({ posts, hasHero }: { posts: BlogPost[]; hasHero: boolean }) {
  const hero = hasHero ? posts[0] : undefined;
  const others = hero ? posts.slice(1) : posts;
  return (
    <>
      {hero && <PostCard post={hero} hero />}
      <ul className={listClass}>
        {others.map((post, index) => (
          <li key={post.slug} className="grid">
            <PostCard post={post} eager={!hero && index === 0} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ListSkeleton() {
  return (
    <Loading className="grid gap-6 lg:gap-8">
      <PostCardSkeleton hero />
      <div className={listClass}>
        <PostCardSkeleton />
        <PostCardSkeleton />
        <PostCardSkeleton />
      </div>
    </Loading>
  );
}
