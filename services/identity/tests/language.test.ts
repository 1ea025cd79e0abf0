import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import type { Language } from '@tribus/kit/core/language.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { strFromU8, unzipSync } from 'fflate';
import { type Bench, openBench, password, type SignedInUser, signedInUser } from './bench.ts';

const adminEmail = 'jefa@tribus.test';
let bench: Bench;
let admin: SignedInUser;
beforeAll(async () => {
  bench = await openBench({ ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: password });
  admin = signedInUser(await bench.logIn(adminEmail, password));
});
afterAll(() => bench.close());

const newAddress = () => `${unique('somebody')}@tribus.test`;
const as = ({ actor }: SignedInUser) => bench.service.as(actor);
const choose = (user: SignedInUser, language: unknown) => as(user).put('/auth/me/language', { language });
const stored = async (user: SignedInUser) => (await as(user).get('/auth/me')).body.language;

/** A user who has chosen this language. */
async function userWith(language: Language): Promise<SignedInUser> {
  const user = await bench.register();
  await choose(user, language);
  return user;
}

test('a user stores a language, any number of times, and finds it at the next login', async () => {
  const user = await bench.register();
  expect(await stored(user)).toBeUndefined();
  for (const language of ['en', 'en', 'zh'] as const) {
    const { status, body } = await choose(user, language);
    expect([status, body, await stored(user)]).toEqual([200, { language }, language]);
  }
  expect((await bench.logIn(user.email, password)).body.user.language).toBe('zh');
  expect((await as(admin).get(`/admin/users/${user.id}`)).body.language).toBe('zh');
});

test.each(['fr', 'none', '', null, 1, undefined])(
  'a language that the site does not have, %j, is refused with the field, and the stored one stays',
  async (language) => {
    const user = await userWith('en');
    const { status, body } = await choose(user, language);
    expect([status, body.details]).toEqual([400, [{ path: 'language', message: expect.any(String) }]]);
    expect(await stored(user)).toBe('en');
  },
);

test('a visitor stores no language, and a deleted account neither', async () => {
  expect((await bench.service.as().put('/auth/me/language', { language: 'en' })).status).toBe(401);
  const user = await bench.register();
  await as(user).delete('/auth/me/account', { confirmPassword: password });
  expect((await choose(user, 'en')).status).toBe(401);
});

test.each([
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['fr,en;q=0.5', 'en'],
  ['fr', undefined],
  ['*', undefined],
])('a registration from a screen in %s stores the language %s', async (header, language) => {
  const credentials = { email: newAddress(), password };
  const { status, body } = await bench.service.as().post('/auth/register', credentials, { 'accept-language': header });
  expect([status, body.user.language]).toEqual([201, language]);
});

test('a data export contains the language', async () => {
  const user = await userWith('zh');
  await as(user).post('/auth/me/data-export');
  const path = '/auth/me/data-export';
  await until(async () => (await as(user).get(path)).body.export.state === 'ready', 'the export is ready');
  const files = unzipSync(bench.media.archives.get(user.id) ?? new Uint8Array());
  expect(JSON.parse(strFromU8(files['account.json'] ?? new Uint8Array()))).toMatchObject([{ language: 'zh' }]);
});
