import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { declaredErrors, impliedErrors } from './declared-statuses.ts';
import { anyone, type Method, type Route, Routes, signedIn, siteAdmin } from './routes.ts';

const nothing = z.object({});

function route(method: Method, spec: Partial<Route['spec']>): Route {
  const routes = new Routes();
  const required = { guards: [anyone], operationId: 'doThing', summary: 'Do a thing', answer: nothing } as const;
  routes[method]('/things', { ...required, ...spec }, async () => ({}));
  const [declared] = routes.list;
  if (!declared) throw new Error('no route was declared');
  return declared;
}

describe('the errors implied by the declaration of a route', () => {
  test.each<[string, Method, Partial<Route['spec']>, number[]]>([
    ['an open read without parameters is refused only by rate limits', 'get', {}, [429]],
    ['a query may be invalid', 'get', { query: nothing }, [400, 429]],
    ['the object of a path may be missing', 'get', { params: nothing }, [404, 429]],
    ['a guard needs a session', 'get', { guards: [signedIn] }, [401, 429]],
    ['an admin route is forbidden to others', 'get', { guards: [siteAdmin] }, [401, 403, 429]],
    ['a silenced user may not write', 'put', { guards: [signedIn] }, [401, 403, 429]],
    ['unless the route is open to them', 'put', { guards: [signedIn], whileSilenced: true }, [401, 429]],
    ['a body may be slow, large, invalid and of another type', 'put', { body: nothing }, [400, 408, 413, 415, 429]],
    ['so may a form', 'put', { form: nothing }, [400, 408, 413, 415, 429]],
    [
      'the idempotency key of a user may belong to another body',
      'post',
      { guards: [signedIn] },
      [400, 401, 403, 409, 429],
    ],
    ['the idempotency key of a visitor is ignored', 'post', {}, [400, 429]],
    ['unless the route accepts it', 'post', { visitorsMayRepeat: true }, [400, 409, 429]],
    [
      'a route may ignore the idempotency key',
      'post',
      { visitorsMayRepeat: true, ignoresIdempotencyKey: true },
      [400, 429],
    ],
  ])('%s', (_what, method, spec, expected) => {
    expect([...impliedErrors(route(method, spec))]).toEqual(expected);
  });

  test('are combined with the listed statuses', () => {
    expect(declaredErrors(route('get', { query: nothing, errors: [409, 404] }))).toEqual([400, 404, 409, 429]);
  });
});
