import { extname } from 'node:path';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Language } from '@tribus/kit/core/language.ts';
import type { RequestHandler, Response } from 'express';
import { errors } from './errors.ts';
import { packedFiles } from './packed-files.ts';
import { contextOf } from './request-context.ts';
import { assertMethod } from './request-guards.ts';

/** Everything that is not the API: the files of the built web app, and its page for every address of its own. */
export function webApp(root: string | undefined): RequestHandler {
  const files = root ? packedFiles(root) : none;
  const page: RequestHandler = (req, res, next) => {
    const { path, language } = contextOf(res);
    const sendFirst = ([file, ...others]: string[]): void => {
      if (!file) {
        sayMissing(res);
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
    if (path === '/') return page(req, res, next);
    files(req, res, (error) => {
      if (isBeyondEnd(error)) res.sendStatus(416);
      else if (error) next(error);
      else if (isFile(path)) next(fail('not_found'));
      else page(req, res, next);
    });
  };
}

/**
 * Where the page of an address may be, the best first: one of its own, with what visitors see first in it, that of all
 * others in the visitor's language, and the plain one.
 */
function pagesOf(path: string, language: Language): string[] {
  const [, name] = path === '/' ? ['', 'front-page'] : (/^\/([a-z]+)$/.exec(path) ?? []);
  const own = name ? [`/pages/${name}.${language}.html`] : [];
  return [...own, `/pages/index.${language}.html`, '/index.html'];
}

/** Whether an address can only be a file's: the page in its place would be taken for broken code, and kept. */
const isFile = (path: string): boolean => extname(path) !== '' || path.startsWith('/assets/');

const none: RequestHandler = (_req, _res, next) => next();

/** Somebody asked for a part of a file that it does not have; where it ends is already in the headers. */
const isBeyondEnd = (error: unknown): boolean => error instanceof Error && 'status' in error && error.status === 416;

/** A plain sentence for whoever opened the address before the web app was built. */
function sayMissing(res: Response): void {
  const error = errors.fail('web_app_missing');
  res
    .status(error.status)
    .type('text/plain')
    .send(error.text(contextOf(res).language));
}
