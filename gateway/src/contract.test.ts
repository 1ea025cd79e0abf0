import { expect, test } from '@jest/globals';
import { openApiFragment } from '@tribus/kit/http/openapi.ts';
import { anyone, Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { z } from 'zod';
import { Fragment, joinContract } from './contract.ts';

const answer = z.object({}).meta({ id: 'Thing' });

function contractOf(declare: (routes: Routes) => void) {
  const routes = new Routes();
  declare(routes);
  const fragment = Fragment.parse(JSON.parse(JSON.stringify(openApiFragment(routes.list))));
  return joinContract(new Map([['identity', fragment]]));
}

const errorsOf = (responses: object | undefined): string[] =>
  Object.keys(responses ?? {}).filter((code) => code.startsWith('4'));

test('an operation with a session lists 401, 403 and 429', () => {
  const { paths } = contractOf((routes) => {
    routes.get('/tribes', { guards: [anyone], operationId: 'listThings', summary: 'Things', answer }, async () => ({}));
  });
  const { get } = paths['/api/tribes'] ?? {};
  expect(errorsOf(get?.responses)).toEqual(['401', '403', '429']);
  expect(get).toMatchObject({ security: [{}, { session: [] }], tags: ['identity'] });
});

test('accepting the terms and logging out do not list 403', () => {
  const { paths } = contractOf((routes) => {
    const spec = { guards: [signedIn], summary: 'Leave', answer, whileSilenced: true } as const;
    routes.post('/auth/logout', { ...spec, operationId: 'logOut' }, async () => ({}));
  });
  expect(errorsOf(paths['/api/auth/logout']?.post?.responses)).toEqual(['400', '401', '409', '429']);
});

test('an operation without a session lists only the errors of its service', () => {
  const { paths } = contractOf((routes) => {
    const spec = { guards: [anyone], operationId: 'logIn', summary: 'Sign in', answer, errors: [401] } as const;
    routes.post('/auth/login', spec, async () => ({}));
  });
  const { post } = paths['/api/auth/login'] ?? {};
  expect(errorsOf(post?.responses)).toEqual(['400', '401', '429']);
  expect(post?.security).toEqual([]);
});

test('the contract states its licence and a relative server address', () => {
  expect(contractOf(() => undefined)).toMatchObject({
    info: { license: { identifier: 'MIT' } },
    servers: [{ url: '/' }],
    paths: { '/api/health': { get: { operationId: 'readHealth', security: [] } }, '/api/openapi.json': {} },
  });
});
