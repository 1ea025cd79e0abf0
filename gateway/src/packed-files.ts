import type { Stats } from 'node:fs';
import { basename, extname, relative, sep } from 'node:path';
import express, { type Request, type RequestHandler, type Response } from 'express';

/** The forms in which a text lies there after the build, smallest first: `app.js.br`, `app.js.gz`, `app.js`. */
const forms = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
  { encoding: 'identity', suffix: '' },
] as const;

type Form = (typeof forms)[number];

/** What the build packs. Anything else has one form only. */
const texts = new Set(['.html', '.js', '.css', '.json', '.svg', '.webmanifest']);

/** The build puts files whose name carries the hash of their content into `assets`, and pages in each language into `pages`. */
const noRevisit = 'public, max-age=31536000, immutable';
const revisit = 'no-cache';

/**
 * The files in `root`, each in the smallest form that is there and that the browser unpacks. Packed ahead a text is
 * smaller than there is time for while somebody waits, and sending it costs nothing.
 */
export function packedFiles(root: string): RequestHandler {
  const served = forms.map((form) => ({ ...form, files: filesIn(root, form) }));
  return (req, res, next) => {
    const asked = req.url;
    const [path = ''] = asked.split('?');
    const sendFirst = ([form, ...others]: typeof served): void => {
      if (!form) {
        next();
        return;
      }
      req.url = path + form.suffix;
      form.files(req, res, (error) => {
        req.url = asked;
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
    res.set('cache-control', folder === 'assets' ? noRevisit : revisit);
    if (isText(name)) res.vary('accept-encoding');
    if (folder === 'pages') {
      res.vary('accept-language');
      // One address has several: by time and size alone two of them might have the same tag.
      res.set('etag', `W/"${basename(file)}-${size.toString(16)}-${mtimeMs.toString(16)}"`);
    }
    if (suffix) res.type(extname(name)).set('content-encoding', encoding);
  };
  return express.static(root, { index: false, redirect: false, cacheControl: false, setHeaders });
}
