import { extname, sep } from 'node:path';
import { fail } from '@tribus/kit/errors.ts';
import express, { type RequestHandler, type Response } from 'express';
import { assertMethod } from './body.ts';
import { callOf } from './call.ts';
import { errors } from './errors.ts';

const noRevisit = 'public, max-age=31536000, immutable';
const revisit = 'no-cache';

/** Everything that is not the API: the files of the built web app, and its page for every address of its own. */
export function webApp(root: string | undefined): RequestHandler {
  const files =
    root && express.static(root, { index: false, redirect: false, cacheControl: false, setHeaders: setAge });
  return (req, res, next) => {
    const { isApi, path } = callOf(res);
    if (isApi) return next();
    assertMethod(req, ['GET', 'HEAD'], (methods) => res.set('allow', methods));
    const page = () => (extname(path) ? next(fail('not_found')) : sendPage(root, res));
    if (files) files(req, res, (error) => (error ? next(error) : page()));
    else page();
  };
}

/** The build puts files whose name carries the hash of their content into `assets`. */
function setAge(res: Response, file: string): void {
  res.set('cache-control', file.includes(`${sep}assets${sep}`) ? noRevisit : revisit);
}

function sendPage(root: string | undefined, res: Response): void {
  if (!root) {
    sayMissing(res);
    return;
  }
  res.sendFile('index.html', { root, cacheControl: false, headers: { 'cache-control': revisit } }, (error) => {
    if (error && !res.headersSent) sayMissing(res);
  });
}

/** A plain sentence for whoever opened the address before the web app was built. */
function sayMissing(res: Response): void {
  const error = errors.fail('web_app_missing');
  res
    .status(error.status)
    .type('text/plain')
    .send(error.text(callOf(res).language));
}
