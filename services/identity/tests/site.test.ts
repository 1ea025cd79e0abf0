import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const admin = userActor('00000000-0000-7000-8000-00000000000a', { role: 'admin' });
const member = userActor('00000000-0000-7000-8000-00000000000b');
const path = '/admin/maintenance-config';

test('a new site allows sign-up and is not in maintenance', async () => {
  const visitor = bench.service.as();
  expect((await visitor.get('/maintenance')).body).toEqual({ enabled: false, message: '' });
  expect((await visitor.get('/public/site')).body).toEqual({
    disableSignup: false,
    googleEnabled: false,
    maintenance: { enabled: false, message: '' },
  });
  expect(await bench.rpc.getSite({})).toEqual({
    maintenanceEnabled: false,
    maintenanceMessage: '',
    disableSignup: false,
  });
});

test('an admin changes one setting and leaves the others; other users see the public ones only', async () => {
  const change = { enabled: true, message: ' Volvemos a las 10. ', maintenanceEnabled: false, id: false };
  const whole = { disableSignup: false, enabled: true, message: 'Volvemos a las 10.' };
  expect((await bench.service.as(admin).put(path, change)).body).toEqual(whole);
  expect((await bench.service.as(admin).put(path, { disableSignup: true })).body).toEqual({
    ...whole,
    disableSignup: true,
  });
  expect((await bench.service.as(admin).get(path)).body).toEqual({ ...whole, disableSignup: true });
  for (const viewer of [undefined, member])
    expect((await bench.service.as(viewer).get(path)).body).toEqual({ disableSignup: true });
  expect((await bench.service.as().get('/maintenance')).body).toEqual({
    enabled: true,
    message: 'Volvemos a las 10.',
  });
  expect((await bench.rpc.getSite({})).maintenanceEnabled).toBe(true);

  await bench.service.as(admin).put(path, { disableSignup: false });
  await bench.service.as(admin).put(path, { disableSignup: false });
  const changes = bench.service.logged.join('').match(/"audit":"site_settings_changed"/g);
  expect(changes).toHaveLength(3);
});

test('concurrent changes of different settings are both saved', async () => {
  const as = bench.service.as(admin);
  await as.put(path, { enabled: false, message: '' });
  await Promise.all([as.put(path, { enabled: true }), as.put(path, { message: 'Ya casi' })]);
  expect((await as.get(path)).body).toMatchObject({ enabled: true, message: 'Ya casi' });
});

test('only admins change settings, and only to valid values', async () => {
  expect((await bench.service.as().put(path, {})).status).toBe(401);
  expect((await bench.service.as(member).put(path, {})).status).toBe(403);
  for (const body of [{ enabled: 'yes' }, { message: 'x'.repeat(501) }, { disableSignup: null }])
    expect((await bench.service.as(admin).put(path, body)).status).toBe(400);
});
