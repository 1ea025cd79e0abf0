import { homininiId } from '@tribus/community/limits.ts';
import type { Member } from './bench-data.ts';
import type { ManyPosts } from './many-posts.ts';
import { measureResponses, type ResponseRow, read, type TimedRequest } from './response-times.ts';

const targetMs = 60;
const measuredPages = [1, 2, 10];

/** Measures pages of the home feed for viewers with many and few tribes and follows, one request at a time. */
export async function measureHomeFeed(url: string, { many, one, rare }: ManyPosts): Promise<ResponseRow[]> {
  return measureResponses(
    url,
    [
      { title: 'feed of hominini, for scale', path: `/tribes/${homininiId}/posts`, viewer: many },
      ...(await pagesOf(url, 'forty tribes, 500 follows', many)),
      ...(await pagesOf(url, 'one tribe', one)),
      ...(await pagesOf(url, 'forty tribes, 500 rare tags', rare)),
    ],
    targetMs,
  );
}

/** The measured pages of a viewer, reached through cursors. Throws when there are fewer. */
async function pagesOf(url: string, title: string, viewer: Member): Promise<TimedRequest[]> {
  const requests: TimedRequest[] = [];
  let path = '/home/feed';
  for (let page = 1; page <= Math.max(...measuredPages); page++) {
    if (measuredPages.includes(page)) requests.push({ title: `${title}, page ${page}`, path, viewer });
    const { items, nextCursor } = await read(url, path, viewer);
    if (!Array.isArray(items) || items.length === 0) throw new Error(`page ${page} of the home feed is empty`);
    path = `/home/feed?cursor=${encodeURIComponent(String(nextCursor))}`;
  }
  return requests;
}
