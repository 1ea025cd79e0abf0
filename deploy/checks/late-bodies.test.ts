import { expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { createHttpApp, internalHeader } from '@tribus/kit/http/app.ts';
import { closeServer, listen } from '@tribus/kit/http/listen.ts';
import type { Route } from '@tribus/kit/http/routes.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { declared } from './declared.ts';
import { definitionOf } from './definitions.ts';

/**
 * Permissions may end while a body arrives (docs/decisions/0026), on any route: every declared route with a JSON body
 * receives one from a person whose session ended after the head was sent.
 */

const takesBody = ({ spec }: Route): boolean => spec.body !== undefined;
const services = Object.entries(declared).filter(([, routes]) => routes.some(takesBody));

const admin = userActor('0198f3c0-0000-7000-8000-000000000001', { role: 'admin', sessionId: 'ended' });

/** Returns a path that the route's schema accepts; an invalid one would be refused before the body is read. */
function pathOf({ path, spec }: Route): string {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const candidates = ['1', admin.id, 'a', 'a'.repeat(32), 'vibe', 'post', 'users'];
  const filled: Record<string, string> = {};
  for (const name of names)
    filled[name] =
      candidates.find((value) => {
        const parsed = spec.params?.safeParse({ ...filled, [name]: value });
        return parsed?.success || !parsed?.error?.issues.some((issue) => issue.path[0] === name);
      }) ?? '';
  return path.replace(/:(\w+)/g, (_, name) => filled[name] ?? '');
}

test('every service that people write to has routes with a body', () => {
  const names = ['agents', 'content', 'identity', 'media', 'messaging', 'tribes', 'vibes-realtime'];
  expect(services.map(([name]) => name).toSorted()).toEqual(names);
});

test.each(services.map(([name]) => name))('%s looks up the current actor of a late body', (name) => {
  expect(definitionOf(name).findsCurrentActor).toBe(true);
});

test.each(services)(
  'no route of %s handles a body whose sender was logged out while it arrived',
  async (name, routes) => {
    const usual = testContext(name);
    const ctx = { ...usual, timeLimits: { ...usual.timeLimits, promptBodyMs: 0 } };
    const handled: string[] = [];
    const list = routes.map((route) => ({
      ...route,
      handle: async () => {
        handled.push(`${route.method} ${route.path}`);
      },
    }));
    const currentActor = async () => {
      throw fail('unauthenticated');
    };
    const app = createHttpApp(ctx, { list }, { currentActor });
    const { server, url } = await listen(app, { host: '127.0.0.1', port: 0, log: ctx.log });
    const responses = await Promise.all(
      list.filter(takesBody).map(async (route) => {
        const response = await fetch(`${url}/api${pathOf(route)}`, {
          method: route.method.toUpperCase(),
          body: '{}',
          headers: { [internalHeader]: ctx.tokens.sign(admin, name), 'content-type': 'application/json' },
        });
        return `${route.method} ${route.path}: ${response.status}`;
      }),
    );
    await closeServer(server, 0);
    expect(responses).toEqual(list.filter(takesBody).map(({ method, path }) => `${method} ${path}: 401`));
    expect(handled).toEqual([]);
  },
);
