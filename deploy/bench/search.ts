import { homininiId } from '@tribus/community/limits.ts';
import type { ManyPosts } from './many-posts.ts';
import { measureResponses, type ResponseRow, read } from './response-times.ts';

const targetMs = 100;

/** Words of `many-posts.ts`. */
const searches = [
  { title: 'word of two thirds of the posts', type: 'posts', q: 'voz0 ' },
  { title: 'word of a tenth of the posts', type: 'posts', q: 'voz6 ' },
  { title: 'rare word', type: 'posts', q: 'voz16000' },
  { title: 'two frequent words', type: 'posts', q: 'voz1 voz4 ' },
  { title: 'frequent and rare word', type: 'posts', q: 'voz0 voz16000' },
  { title: 'beginning of all words', type: 'posts', q: 'voz' },
  { title: 'beginning of some words', type: 'posts', q: 'voz19' },
  { title: 'short beginning', type: 'posts', q: 'vo' },
  { title: 'two Chinese characters', type: 'posts', q: '一丁' },
  { title: 'one Chinese character', type: 'posts', q: '一' },
  { title: 'Chinese sentence of no post', type: 'posts', q: '一丁丂七丄' },
  { title: 'word of no post', type: 'posts', q: 'nada ' },
  { title: 'tags', type: 'tags', q: 'et' },
  { title: 'rare tag', type: 'tags', q: 'et499' },
  { title: 'places', type: 'places', q: 'plaza' },
  { title: 'name with a typing error', type: 'accounts', q: 'Martna' },
  { title: 'top', type: 'top', q: 'et1' },
];

/** Searches that find nothing by their nature. */
const fruitless = new Set(['short beginning', 'word of no post', 'Chinese sentence of no post']);

/** Measures searches of each type for a viewer with forty tribes and one with a single tribe, one at a time. */
export async function measureSearch(url: string, { many, one }: ManyPosts): Promise<ResponseRow[]> {
  const pathOf = (type: string, q: string) => `/search?type=${type}&q=${encodeURIComponent(q)}`;
  for (const { title, type, q } of searches) {
    const { items } = await read(url, pathOf(type, q), many);
    const isEmpty = !Array.isArray(items) || items.length === 0;
    if (isEmpty !== fruitless.has(title))
      throw new Error(`the search for ${q} in ${type} found ${JSON.stringify(items)}`);
  }
  return measureResponses(
    url,
    [
      { title: 'feed of hominini, for scale', path: `/tribes/${homininiId}/posts`, viewer: many },
      ...searches.flatMap(({ title, type, q }) => [
        { title: `${title}, forty tribes`, path: pathOf(type, q), viewer: many },
        { title: `${title}, one tribe`, path: pathOf(type, q), viewer: one },
      ]),
    ],
    targetMs,
  );
}
