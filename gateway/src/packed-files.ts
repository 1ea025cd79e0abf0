import type { Stats } from 'node:fs';
import { basename, extname, relative, sep } from 'node:path';
import express, { type Request, type RequestHandler, type Response } from 'express';

/** The encodings that the build writes, smallest first: `app.js.br`, `app.js.gz`, `app.js`. */
const forms = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
  { encoding: 'identity', suffix: '' },
] as const;

type Form = (typeof forms)[number];

/** File types that the build compresses. */
const texts = new Set(['.html', '.js', '.css', '.json', '.svg', '.webmanifest', '.md']);

/** The build puts content-hashed files into `assets`, and pages in each language into `pages`. */
const immutable = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';

/**
 * Serves the files in `root`, each in the smallest encoding that exists and the browser accepts. Compression at build
 * time is stronger than at request time, and free when serving.
 */
export function packedFiles(root: string): RequestHandler {
  const served = forms.map((form) => ({ ...form, files: filesIn(root, form) }));
  return (req, res, next) => {
    const url = req.url;
    const [path = ''] = url.split('?');
    const sendFirst = ([form, ...others]: typeof served): void => {
      if (!form) {
        next();
        return;
      }
      req.url = path + form.suffix;
      form.files(req, res, (error) => {
        req.url = url;
        if (error) next(error);
        else sendFirst(others);
      });
    };
    sendFirst(served.filter(({ encoding }) => encoding === 'identity' || (isText(path) && accepts(req, encoding))));
  };
}

const isText = (path: string): boolean => texts.has(extname(path));

const accepts = (req: Request, encoding: string): boolean => req.acceptsEncodings(encoding) !== false;

function filesIn(root: string, { encoding, suffix }: Form): RequestHandler {
  const setHeaders = (res: Response, file: string, { size, mtimeMs }: Stats): void => {
    const name = basename(file, suffix);
    const [folder] = relative(root, file).split(sep);
    res.set('cache-control', folder === 'assets' ? immutable : revalidate);
    if (isText(name)) res.vary('accept-encoding');
    if (folder === 'pages') {
      res.vary('accept-language');
      // Pages of one address in several languages may share time and size, so the tag includes the name.
      res.set('etag', `W/"${basename(file)}-${size.toString(16)}-${mtimeMs.toString(16)}"`);
    }
    if (suffix) res.type(extname(name)).set('content-encoding', encoding);
  };
  const options = { index: false, redirect: false, cacheControl: false, setHeaders };
  const others = express.static(root, options);
  const pages = express.static(root, { ...options, lastModified: false });
  return (req, res, next) => {
    if (!req.url.startsWith('/pages/')) return others(req, res, next);
    // Pages of one address in several languages share their time, so only the tag identifies one.
    delete req.headers['if-modified-since'];
    delete req.headers['if-unmodified-since'];
    return pages(req, res, next);
  };
}
