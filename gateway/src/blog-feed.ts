import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestHandler } from 'express';

const path = '/blog-content/feed.rss';

/** The public address in the feed that the build writes (frontend/vite-blog.ts): a template of Caddy. */
const placeholder = '{{env "PUBLIC_URL" | trimSuffix "/"}}';

/** Serves the feed of the blog, whose addresses are absolute: the build does not know the public address. */
export function blogFeed(root: string, publicUrl: string): RequestHandler {
  const origin = publicUrl.replace(/\/$/, '').replaceAll('&', '&amp;');
  return (req, res, next) => {
    if (req.path !== path) return next();
    readFile(join(root, path), 'utf8').then(
      (text) => {
        res.set('cache-control', 'no-cache').type('application/rss+xml; charset=utf-8');
        res.end(req.method === 'HEAD' ? undefined : text.replaceAll(placeholder, origin));
      },
      // Not built: it is missing like any other file.
      () => next(),
    );
  };
}
