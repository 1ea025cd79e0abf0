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

/** The build puts files whose name carries the hash of their content into `assets`. */
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
  const setHeaders = (res: Response, file: string): void => {
    const name = basename(file, suffix);
    res.set('cache-control', relative(root, file).startsWith(`assets${sep}`) ? noRevisit : revisit);
    if (isText(name)) res.vary('accept-encoding');
    if (suffix) res.type(extname(name)).set('content-encoding', encoding);
  };
  return express.static(root, { index: false, redirect: false, cacheControl: false, setHeaders });
}
