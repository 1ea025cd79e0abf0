import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { contextOf } from './request-context.ts';

const own = (name: string): string => join(import.meta.dirname, '..', 'docs', name);
const require = createRequire(import.meta.url);

/** Serves the API documentation page; only these files, all local. */
export function docsHandler(): RequestHandler {
  const files = new Map([
    ['/api/docs', own('index.html')],
    ['/api/docs/start.js', own('start.js')],
    ['/api/docs/swagger-ui.css', require.resolve('swagger-ui-dist/swagger-ui.css')],
    ['/api/docs/swagger-ui-bundle.js', require.resolve('swagger-ui-dist/swagger-ui-bundle.js')],
  ]);
  return (_req, res, next) => {
    const file = files.get(contextOf(res).path);
    if (!file) return next();
    const options = { cacheControl: false, dotfiles: 'allow', headers: { 'cache-control': 'no-cache' } } as const;
    res.sendFile(file, options, (error) => error && next(error));
  };
}
