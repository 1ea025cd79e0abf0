import { queryOptions } from '@tanstack/react-query';
import { fetchFile } from '../../lib/http.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type BlogIndex, splitArticle } from './blog-content.ts';

/** Articles change only with a new build. */
const staleTime = Number.POSITIVE_INFINITY;

async function fetchContent(file: string, signal: AbortSignal): Promise<string> {
  const blob = await fetchFile(`/blog-content/${file}`, { anonymous: true, signal });
  return blob.text();
}

export const blogIndexQuery = queryOptions({
  queryKey: queryKeys.blog.index,
  queryFn: async ({ signal }): Promise<BlogIndex> => JSON.parse(await fetchContent('index.json', signal)),
  staleTime,
});

/** The Markdown of an article, without its front matter, which the index contains. */
export const articleQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.blog.article(slug),
    queryFn: async ({ signal }) => splitArticle(await fetchContent(`${encodeURIComponent(slug)}.md`, signal)).body,
    staleTime,
  });
