import { extname } from 'node:path';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Language } from '@tribus/kit/core/language.ts';
import type { RequestHandler, Response } from 'express';
import { blogFeed } from './blog-feed.ts';
import { errors } from './errors.ts';
import { packedFiles } from './packed-files.ts';
import { contextOf } from './request-context.ts';
import { assertMethod } from './request-guards.ts';

/** Serves all non-API paths: the files of the built web app, and its page for every other address. */
export function webApp(root: string | undefined, publicUrl: string): RequestHandler {
  const feed = root ? blogFeed(root, publicUrl) : none;
  const files = root ? packedFiles(root) : none;
  const page: RequestHandler = (req, res, next) => {
    const { path, language } = contextOf(res);
    const sendFirst = ([file, ...others]: string[]): void => {
      if (!file) {
        sendMissing(res);
        return;
      }
      req.url = file;
      files(req, res, (error) => (error ? next(error) : sendFirst(others)));
    };
    sendFirst(pagesOf(path, language));
  };
  return (req, res, next) => {
    const { isApi, path } = contextOf(res);
    if (isApi) return next();
    assertMethod(req, ['GET', 'HEAD'], (methods) => res.set('allow', methods));
    if (path === '') res.status(404);
    if (path === '' || path === '/') return page(req, res, next);
    feed(req, res, () =>
      files(req, res, (error) => {
        if (isBeyondEnd(error)) res.sendStatus(416);
        else if (error) next(error);
        else if (isFile(path)) next(fail('not_found'));
        else page(req, res, next);
      }),
    );
  };
}

/**
 * Candidate pages of an address, best first: its own prerendered page, the shared page in the viewer's language, and
 * the plain page.
 */
function pagesOf(path: string, language: Language): string[] {
  const [, name] = path === '/' ? ['', 'front-page'] : (/^\/([a-z]+)$/.exec(path) ?? []);
  const own = name ? [`/pages/${name}.${language}.html`] : [];
  return [...own, `/pages/index.${language}.html`, '/index.html'];
}

/** Whether a path can only be a file: the page sent instead would be cached as broken code. */
const isFile = (path: string): boolean => extname(path) !== '' || path.startsWith('/assets/');

const none: RequestHandler = (_req, _res, next) => next();

/** A range beyond the end of the file; the headers already contain its length. */
const isBeyondEnd = (error: unknown): boolean => error instanceof Error && 'status' in error && error.status === 416;

/** Sends a plain sentence while the web app has not been built. */
function sendMissing(res: Response): void {
  const error = errors.fail('web_app_missing');
  res
    .status(error.status)
    .type('text/plain')
    .send(error.text(contextOf(res).language));
}
