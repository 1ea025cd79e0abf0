import { afterAll, expect, test } from '@jest/globals';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { z } from 'zod';
import { defineErrors } from '../core/errors.ts';
import { integer, optionalText } from '../core/settings.ts';
import { anyone, Routes } from '../http/routes.ts';
import { defineJob, job } from '../jobs/definition.ts';
import { bootService, type TestService } from '../testing/service.ts';
import { defineService } from './service.ts';

interface Deps {
  greeting: string;
  greet(name: string): string;
}

let looped = 0;
const errors = defineErrors({ too_loud: { status: 400, es: 'Muy alto', en: 'Too loud', zh: '太吵' } });

const greeter = defineService({
  name: 'greeter',
  peers: { tribes: TribesServiceService },
  settings: {
    greeting: optionalText('GREETING', { about: 'The greeting.' }),
    times: integer('GREETING_TIMES', { about: 'The number of repetitions.', default: 2, min: 1, max: 3 }),
  },
  errors,
  build: ({ ctx, config: { greeting = 'hello', times }, peers, ...others }): Deps => ({
    greeting: `${ctx.name}, peers ${Object.keys(peers)}, context ${Object.keys(others).sort()}`,
    greet: (name) => `${greeting} `.repeat(times) + name,
  }),
  routes({ greeting, greet }) {
    const routes = new Routes();
    const Answer = z.object({ text: z.string() });
    const spec = { guards: [anyone], answer: Answer } as const;
    routes.get('/greeting', { ...spec, operationId: 'readGreeting', summary: 'The greeting' }, async () => ({
      text: greeting,
    }));
    const params = z.object({ name: z.string() });
    routes.get(
      '/greeting/:name',
      { ...spec, operationId: 'readGreetingOf', summary: 'A greeting', params },
      async (call) => ({
        text: greet(call.params.name),
      }),
    );
    return routes;
  },
  loops: () => [
    {
      what: 'counting',
      everyMs: 60_000,
      async work() {
        looped += 1;
      },
    },
  ],
});

const address = { TRIBES_GRPC: '127.0.0.1:1' };
const running: TestService[] = [];
afterAll(() => Promise.all(running.map((service) => service.stop())));

async function boot(env: Record<string, string>): Promise<TestService> {
  const service = await bootService(greeter, { ...address, ...env });
  running.push(service);
  return service;
}

test('the peers, settings and errors of a service can be read before it is started', () => {
  expect(greeter).toMatchObject({ name: 'greeter', peers: ['tribes'], stores: [], errors: errors.catalogue });
  const variables = new Map(greeter.variables.map((variable) => [variable.name, variable]));
  expect(variables.get('TRIBES_GRPC')).toMatchObject({ required: true, wired: true, secret: false });
  expect(variables.get('INTERNAL_TOKEN_SECRET')).toMatchObject({ required: true, wired: false, secret: true });
  expect(variables.get('GREETING_TIMES')).toMatchObject({ default: '2', type: 'a whole number from 1 to 3' });
});

test('the routes of a service can be listed before it is started, and throw when called', async () => {
  const [first, second] = greeter.declaredRoutes();
  expect([first?.path, second?.path]).toEqual(['/greeting', '/greeting/:name']);
  expect(looped).toBe(0);
  const call = second?.handle({ params: { name: 'Ana' } } as Parameters<NonNullable<typeof second>['handle']>[0]);
  await expect(call).rejects.toThrow('greeter.greet is used, but the service is not started');
});

test('the jobs of a service can be listed before it is started, and throw when run', async () => {
  const greet = defineJob('greet', { schema: z.object({ name: z.string() }) });
  const busy = defineService({
    name: 'busy',
    build: (): Pick<Deps, 'greet'> => ({ greet: String }),
    jobs: (deps) => [job(greet, async ({ name }) => void deps.greet(name))],
  });
  const [declared] = busy.declaredJobs();
  expect(declared?.definition.name).toBe('greet');
  const run = {
    id: '1',
    attempt: 1,
    maxAttempts: 1,
    signal: new AbortController().signal,
    progress: async () => undefined,
  };
  await expect(declared?.work({ name: 'Ana' }, run)).rejects.toThrow(
    'busy.greet is used, but the service is not started',
  );
  expect(greeter.declaredJobs()).toEqual([]);
});

test('build receives only the declared dependencies and the common context', async () => {
  const { body } = await (await boot({})).as().get('/greeting');
  expect(body.text).toBe('greeter, peers tribes, context cursors,secret,urls');
  expect(looped).toBe(1);
});

test('settings are read from the environment, and all invalid ones are reported together', async () => {
  const { body } = await (await boot({ GREETING: 'ahoy', GREETING_TIMES: '3' })).as().get('/greeting/Ana');
  expect(body.text).toBe('ahoy ahoy ahoy Ana');
  await expect(bootService(greeter, { GREETING_TIMES: '4', OPS_PORT: 'x' })).rejects.toThrow(
    /OPS_PORT must be[\s\S]*TRIBES_GRPC is not set[\s\S]*GREETING_TIMES must be a whole number from 1 to 3/,
  );
});

test('a service with jobs but no store for them does not start', async () => {
  const tidy = job(defineJob('tidy', {}), async () => undefined);
  const storeless = defineService({ name: 'storeless', build: () => ({}), jobs: () => [tidy] });
  await expect(bootService(storeless, {})).rejects.toThrow('storeless has jobs, but declares no store for them');
});
