import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { factory, type TypeNode } from 'typescript';
import { wholeDocument } from './document.ts';

/**
 * Writes frontend/src/lib/api.gen.ts: the types of the API, which type the web app's calls. The bootstrap runs it when
 * a service changed.
 */
const file = join(import.meta.dirname, '..', '..', 'frontend', 'src', 'lib', 'api.gen.ts');

const { paths, ...document } = wholeDocument();
// The client adds `/api` to each path.
const below = Object.fromEntries(Object.entries(paths).map(([path, item]) => [path.replace(/^\/api(?=\/)/, ''), item]));

const types = await openapiTS(JSON.stringify({ ...document, paths: below }), {
  alphabetize: true,
  // A request may omit fields with a default.
  defaultNonNullable: false,
  transform: ({ format }): TypeNode | undefined =>
    format === 'binary' ? factory.createTypeReferenceNode('Blob') : undefined,
});
const text = `// Generated from what the services declare; see deploy/checks/api-types.ts.\n\n${astToString(types)}`;

// An unchanged file is not rewritten, so that it is not type-checked again.
if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
