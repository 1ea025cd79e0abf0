/** @jest-environment ./frontend/testing/environment.ts */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { composeFeed, readBlog } from '../../../vite-blog.ts';
import { BLOG_CATEGORIES } from './blog-content.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tribus-blog-'));
  mkdirSync(join(root, 'blog-content', 'pictures'), { recursive: true });
  writeFileSync(join(root, 'blog-content', 'pictures', 'fire.svg'), '<svg width="1200" height="630"></svg>');
});
afterEach(() => rmSync(root, { recursive: true }));

const valid = {
  title: 'El fuego',
  category: 'community',
  excerpt: 'Por qué.',
  image: 'fire.svg',
  imageAlt: 'Un fuego',
  date: '2026-03-01',
  author: 'Ana',
  tags: '[uno, dos]',
};

function write(name: string, fields: Partial<Record<keyof typeof valid | 'colour', string>>, body = 'Hola.'): void {
  const lines = Object.entries({ ...valid, ...fields }).filter(([, value]) => value !== '');
  const frontMatter = lines.map(([field, value]) => `${field}: ${value}`).join('\n');
  writeFileSync(join(root, 'blog-content', name), `---\n${frontMatter}\n---\n\n${body}\n`);
}

test('the index lists the articles, newest first, with the size of each picture and the read time', () => {
  const picture = '![Un fuego](/blog-content/pictures/fire.svg)';
  write('old.md', { date: '2026-01-31' }, `${'palabra '.repeat(600)}\n\n${picture}`);
  write('new.md', {});
  const { posts, pictures } = readBlog(root);
  expect(posts.map(({ slug, readTime }) => [slug, readTime])).toEqual([
    ['new', 1],
    ['old', 3],
  ]);
  expect(posts[0]).toMatchObject({
    title: 'El fuego',
    category: 'community',
    tags: ['uno', 'dos'],
    image: { src: '/blog-content/pictures/fire.svg', alt: 'Un fuego', width: 1200, height: 630 },
  });
  expect(pictures).toEqual({ '/blog-content/pictures/fire.svg': { width: 1200, height: 630 } });
});

test.each([
  ['title', { title: '' }],
  ['category', { category: 'politics' }],
  ['date', { date: '2026-02-30' }],
  ['date', { date: 'ayer' }],
  ['image', { image: '../fire.svg' }],
  ['image', { image: 'missing.svg' }],
  ['imageAlt', { imageAlt: '' }],
  ['author', { author: '' }],
  ['tags', { tags: 'uno' }],
  ['excerpt', { excerpt: 'x'.repeat(241) }],
  ['colour', { colour: 'red' }],
  ['front matter', { title: '"open' }],
] as const)('a wrong %s fails the build with the file and the field: %j', (field, fields) => {
  write('good.md', {});
  write('bad.md', fields);
  expect(() => readBlog(root)).toThrow(new RegExp(`bad\\.md: .*${field}`));
  expect(() => readBlog(root)).not.toThrow(/good\.md/);
});

test.each([
  ['no front matter', 'Hola', /plain\.md: front matter: is missing/],
  ['a picture elsewhere', '![Un gato](https://example.com/cat.png)', /bad\.md: body: the picture https/],
  ['a picture without text', '![](/blog-content/pictures/fire.svg)', /bad\.md: body: .*no alternative text/],
  ['a heading like the title', '# Otra vez', /bad\.md: body: its headings/],
  ['no text', '', /bad\.md: body: is empty/],
])('an article with %s fails the build', (_fault, body, message) => {
  if (message.source.startsWith('plain')) writeFileSync(join(root, 'blog-content', 'plain.md'), body);
  else write('bad.md', {}, body);
  expect(() => readBlog(root)).toThrow(message);
});

test('all faults of all articles are reported together', () => {
  write('a.md', { title: '', date: 'ayer' });
  write('B c.md', {});
  expect(() => readBlog(root)).toThrow(/B c\.md: file name[\s\S]*a\.md: title[\s\S]*a\.md: date/);
});

test('the feed is well-formed RSS with absolute addresses, whatever the texts contain', () => {
  write('new.md', { title: '"1 < 2 & «tres» {{now}} ]]>"', excerpt: '<script>alert(1)</script>', author: "O'Neil" });
  const source = composeFeed(readBlog(root), 'https://tribus.test');
  expect(source).not.toContain('{{');
  const feed = new DOMParser().parseFromString(source, 'text/xml');
  expect(feed.querySelector('parsererror')).toBeNull();
  expect(feed.documentElement.getAttribute('version')).toBe('2.0');
  const text = (selector: string) => feed.querySelector(selector)?.textContent;
  expect(text('channel > link')).toBe('https://tribus.test/blog');
  expect(text('item > title')).toBe('1 < 2 & «tres» {{now}} ]]>');
  expect(text('item > description')).toBe('<script>alert(1)</script>');
  expect(text('item > guid')).toBe('https://tribus.test/blog/new');
  expect(text('item > pubDate')).toBe('Sun, 01 Mar 2026 00:00:00 GMT');
});

describe('the articles of Tribus', () => {
  const { posts } = readBlog(join(import.meta.dirname, '../../../public'));

  test('there are six, every category has one, and each has its own picture', () => {
    expect(posts.length).toBeGreaterThanOrEqual(6);
    expect(new Set(posts.map(({ category }) => category))).toEqual(new Set(BLOG_CATEGORIES));
    expect(new Set(posts.map(({ image }) => image.src)).size).toBe(posts.length);
  });
});
