import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import {
  BLOG_CATEGORIES,
  type BlogIndex,
  type BlogPicture,
  type BlogPost,
  splitArticle,
} from './src/features/blog/blog-content.ts';

const PREFIX = '/blog-content/';
const publicFolder = join(import.meta.dirname, 'public');

/** Replaced by the server that sends the feed (gateway/src/blog-feed.ts, the templates of Caddy). */
const PUBLIC_URL = '{{env "PUBLIC_URL" | trimSuffix "/"}}';

const WORDS_PER_MINUTE = 200;

const line = (max: number) => z.string().trim().min(1).max(max);

const FrontMatter = z.strictObject({
  title: line(100),
  category: z.enum(BLOG_CATEGORIES),
  excerpt: line(240),
  /** An SVG in pictures/. */
  image: z.string().regex(/^[a-z0-9-]+\.svg$/, 'must be the name of an SVG in pictures/'),
  imageAlt: line(200),
  date: z.iso.date(),
  author: line(60),
  tags: z.array(line(30)).min(1).max(6),
});

/**
 * Returns the index of the articles in `{root}/blog-content`. Throws with the file and the field of every fault of
 * their front matter and pictures.
 */
export function readBlog(root: string): BlogIndex {
  const folder = join(root, PREFIX);
  const faults: string[] = [];
  const pictures: BlogIndex['pictures'] = {};
  const posts = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => {
      const article = readArticle(folder, name);
      faults.push(...article.faults.map((fault) => `${name}: ${fault}`));
      Object.assign(pictures, article.pictures);
      return article.post ?? [];
    });
  if (faults.length > 0) throw new Error(`faulty articles in ${PREFIX}\n${faults.join('\n')}`);
  posts.sort((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug));
  return { posts, pictures };
}

interface ReadArticle {
  post?: BlogPost;
  pictures: BlogIndex['pictures'];
  faults: string[];
}

function readArticle(folder: string, name: string): ReadArticle {
  const slug = basename(name, '.md');
  const { frontMatter, body } = splitArticle(readFileSync(join(folder, name), 'utf8'));
  const faults = /^[a-z0-9-]+$/.test(slug) ? [] : ['file name: only a-z, 0-9 and - are allowed'];
  const { data, faults: faultsOfFields } = parseFrontMatter(frontMatter);
  faults.push(...faultsOfFields);
  const { pictures, faults: faultsOfPictures } = picturesIn(folder, body);
  faults.push(...faultsOfPictures);
  if (/^# /m.test(body.replaceAll(/^```[\s\S]*?^```/gm, ''))) faults.push('body: its headings begin at level 2');
  if (body.trim() === '') faults.push('body: is empty');
  if (!data) return { pictures, faults };
  const { image, imageAlt, ...rest } = data;
  const size = sizeOf(join(folder, 'pictures', image));
  if (!size) return { pictures, faults: [...faults, `image: pictures/${image} is no SVG with width and height`] };
  const picture: BlogPicture = { src: `${PREFIX}pictures/${image}`, alt: imageAlt, ...size };
  return { pictures, faults, post: { slug, ...rest, image: picture, readTime: readTimeOf(body) } };
}

function parseFrontMatter(text: string | undefined): { data?: z.infer<typeof FrontMatter>; faults: string[] } {
  if (text === undefined) return { faults: ['front matter: is missing'] };
  let values: unknown;
  try {
    values = parseYaml(text);
  } catch (error) {
    return { faults: [`front matter: ${error instanceof Error ? error.message : error}`] };
  }
  const parsed = FrontMatter.safeParse(values);
  if (parsed.success) return { data: parsed.data, faults: [] };
  return { faults: parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'front matter'}: ${message}`) };
}

/** Pictures in the text: ![alternative text](/blog-content/pictures/name.svg). */
function picturesIn(folder: string, body: string): Pick<ReadArticle, 'pictures' | 'faults'> {
  const pictures: BlogIndex['pictures'] = {};
  const faults: string[] = [];
  for (const [, alt = '', src = ''] of body.matchAll(/!\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g)) {
    if (alt.trim() === '') faults.push(`body: the picture ${src} has no alternative text`);
    const name = new RegExp(`^${PREFIX}pictures/([a-z0-9-]+\\.svg)$`).exec(src)?.[1];
    const size = name && sizeOf(join(folder, 'pictures', name));
    if (size) pictures[src] = size;
    else faults.push(`body: the picture ${src} is no SVG with width and height in ${PREFIX}pictures`);
  }
  return { pictures, faults };
}

function sizeOf(file: string): { width: number; height: number } | undefined {
  if (!existsSync(file)) return undefined;
  const [root = ''] = /<svg[^>]*>/.exec(readFileSync(file, 'utf8')) ?? [];
  const [width, height] = ['width', 'height'].map((name) => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(root)?.[1]));
  return width && height ? { width, height } : undefined;
}

const readTimeOf = (body: string): number => Math.max(1, Math.round(body.split(/\s+/).length / WORDS_PER_MINUTE));

/** Escapes braces too: the server that sends the feed reads them as a template. */
const escapeXml = (text: string): string => text.replace(/[<>&"'{}]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns the articles as RSS 2.0, with `origin` before their paths. */
export function composeFeed({ posts }: BlogIndex, origin: string): string {
  const items = posts.map(({ slug, title, excerpt, date, author, tags }) => {
    const address = `${origin}/blog/${slug}`;
    return [
      '<item>',
      `<title>${escapeXml(title)}</title>`,
      `<link>${address}</link>`,
      `<guid isPermaLink="true">${address}</guid>`,
      `<pubDate>${new Date(date).toUTCString()}</pubDate>`,
      `<dc:creator>${escapeXml(author)}</dc:creator>`,
      ...tags.map((tag) => `<category>${escapeXml(tag)}</category>`),
      `<description>${escapeXml(excerpt)}</description>`,
      '</item>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    '<title>Blog de Tribus</title>',
    `<link>${origin}/blog</link>`,
    `<atom:link href="${origin}${PREFIX}feed.rss" rel="self" type="application/rss+xml"/>`,
    '<description>Cómo funciona Tribus y por qué.</description>',
    '<language>es</language>',
    ...items,
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

/** Writes the index and the feed of the articles in public/blog-content; the development server composes them anew. */
export function blogContent(): Plugin {
  return {
    name: 'blog-content',
    generateBundle() {
      const index = readBlog(publicFolder);
      this.emitFile({ type: 'asset', fileName: `${PREFIX.slice(1)}index.json`, source: JSON.stringify(index) });
      this.emitFile({
        type: 'asset',
        fileName: `${PREFIX.slice(1)}feed.rss`,
        source: composeFeed(index, PUBLIC_URL),
      });
    },
    configureServer(server) {
      server.middlewares.use((req, res, next) => {
        const [path = ''] = (req.url ?? '').split('?');
        if (!path.startsWith(PREFIX)) return next();
        const send = (type: string, text: string): void => {
          res.setHeader('content-type', type);
          res.end(text);
        };
        if (path === `${PREFIX}index.json`) return send('application/json', JSON.stringify(readBlog(publicFolder)));
        if (path === `${PREFIX}feed.rss`)
          return send('application/rss+xml', composeFeed(readBlog(publicFolder), `http://${req.headers.host}`));
        if (existsSync(join(publicFolder, path))) return next();
        // Not the page of the app, which would be shown as an article.
        res.statusCode = 404;
        res.end();
      });
    },
  };
}
