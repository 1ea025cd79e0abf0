import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GatewayFixture, startGateway } from '@tribus/gateway/tests/gateway-fixture.ts';

const dist = join(import.meta.dirname, '../../frontend/dist');

interface Post {
  slug: string;
  title: string;
  image: { src: string };
}

/** The blog as it was built, through the gateway. */
let fixture: GatewayFixture;
let index: { posts: Post[]; pictures: Record<string, object> };
beforeAll(async () => {
  fixture = await startGateway({ WEB_ROOT: dist, PUBLIC_URL: 'https://tribus.test' });
  index = (await fixture.ask('/blog-content/index.json')).json;
});
afterAll(() => fixture.stop());

test('each article of the index is Markdown with front matter, and each picture is an SVG', async () => {
  expect(index.posts.length).toBeGreaterThanOrEqual(6);
  for (const { slug, title } of index.posts) {
    const { status, headers, text } = await fixture.ask(`/blog-content/${slug}.md`);
    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(text).toMatch(/^---\n[\s\S]+?\n---\n/);
    expect(text).toContain(`title: ${title}`);
  }
  const pictures = [...index.posts.map(({ image }) => image.src), ...Object.keys(index.pictures)];
  for (const picture of pictures) {
    const { status, headers } = await fixture.ask(picture);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/svg+xml', 'no-cache']);
  }
});

test('the feed has an item for each article, with addresses of this site', async () => {
  const { headers, text } = await fixture.ask('/blog-content/feed.rss');
  expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
  const links = [...text.matchAll(/<guid isPermaLink="true">(.*?)<\/guid>/g)].map(([, link]) => link);
  expect(links).toEqual(index.posts.map(({ slug }) => `https://tribus.test/blog/${slug}`));
  expect(text).not.toContain('{{');
});

test('an article outside of the index is missing, and the addresses of articles are pages of the app', async () => {
  expect(await fixture.ask('/blog-content/none.md')).toMatchObject({ status: 404, json: { code: 'not_found' } });
  for (const path of ['/blog', `/blog/${index.posts[0]?.slug}`, '/blog/none'])
    expect((await fixture.ask(path)).text).toContain('<!doctype html>');
});
