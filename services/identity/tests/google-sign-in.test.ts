import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { deviceHeader, networkHeader, oauthHeader } from '@tribus/kit/http/device-header.ts';
import type { TestResponse } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { TOTP } from 'otpauth';
import { password, type SignedInUser, signedInUser } from './bench.ts';
import { admins, callbackResult, type GoogleBench, googlePerson, openGoogleBench } from './google-bench.ts';
import { mailedToken, textOf } from './mailbox.ts';

let opened: GoogleBench;
beforeAll(async () => {
  opened = await openGoogleBench();
});
afterAll(() => opened.close());

test('a suspended person gets the reason after Google as after a password, and can appeal', async () => {
  const person = googlePerson();
  const { user, actor } = await opened.signIn(person);
  await opened.bench.service.as(actor).post('/auth/accept-terms');
  const admin = opened.bench.service.as(signedInUser(await opened.bench.logIn(admins.ADMIN_EMAIL, password)).actor);
  const words = { reason: 'spam', message: 'El mismo anuncio muchas veces.' };
  const { body: sanction } = await admin.post(`/admin/users/${user.id}/sanctions`, { kind: 'suspension', ...words });
  const { error, token, notice = '' } = await opened.signIn(person);
  expect([error, token]).toEqual(['account_suspended', undefined]);
  const read = () => opened.visitor().post('/auth/suspension', { notice });
  const first = await read();
  expect(first.body.details).toEqual(
    expect.arrayContaining([
      { path: 'id', message: sanction.id },
      { path: 'reason', message: words.reason },
      { path: 'message', message: words.message },
    ]),
  );
  const proofIn = ({ body }: TestResponse) =>
    body.details.find(({ path }: { path: string }) => path === 'proof')?.message;
  const proof = proofIn(await read());
  expect((await opened.visitor().post('/auth/appeals', { proof, text: 'Fue otra persona.' })).status).toBe(201);
  const after = await read();
  expect(after.body.details).toContainEqual({ path: 'appeal', message: 'Fue otra persona.' });
  expect(proofIn(after)).toBeUndefined();
  await admin.post(`/admin/sanctions/${sanction.id}/lift`, { note: 'Un error' });
  expect((await read()).body.code).toBe('link_expired');
  expect((await opened.visitor().post('/auth/suspension', { notice: 'x' })).body.code).toBe('link_expired');
  expect((await opened.signIn(person)).token).toBeDefined();
});

test.each([
  ['?language=zh', 'zh'],
  ['', 'en'],
  ['?language=fr', 'en'],
])('an account from Google has the language of its first screen, else of the browser: %j', async (query, language) => {
  const begun = await opened.visitor().get(`/oauth/google${query}`);
  const [url, browser] = ['location', oauthHeader].map((header) => begun.headers.get(header) ?? '') as [string, string];
  opened.google.person = googlePerson();
  const { search } = await opened.google.agree(url);
  const { actor } = callbackResult(await opened.callback(search, browser, { 'accept-language': 'en' }));
  const { body } = await opened.bench.service.as(actor).post('/auth/accept-terms');
  expect(body.language).toBe(language);
});

test('an account with a second factor needs a code after the Google sign-in', async () => {
  const person = googlePerson();
  const { actor } = await opened.signIn(person);
  const me = opened.bench.service.as(actor);
  await me.post('/auth/accept-terms');
  const { secret } = (await me.put('/auth/me/second-factor', {})).body;
  const codeOf = () => new TOTP({ secret }).generate({ timestamp: opened.clock.now().getTime() });
  expect((await me.put('/auth/me/second-factor/confirmation', { code: codeOf() })).status).toBe(200);
  opened.clock.advance(30_000);
  const { token, user, challenge } = await opened.signIn(person);
  expect([token, user]).toEqual([undefined, undefined]);
  const answer = (code: string) => opened.visitor().post('/auth/login/second-factor', { challenge, code });
  expect((await answer('000000')).body.code).toBe('wrong_sign_in_code');
  expect((await answer(codeOf())).body.user.email).toBe(person.email);
  expect((await answer(codeOf())).body.code).toBe('challenge_over');
  const outcomes = async () => {
    const { items } = (await me.get('/auth/sign-ins')).body;
    return items.map(({ way, outcome }: { way: string; outcome: string }) => `${way} ${outcome}`).sort();
  };
  await until(async () => (await outcomes()).length >= 3, 'the wrong code is in the history');
  expect(await outcomes()).toEqual(['google signed_in', 'google signed_in', 'google wrong_code']);
});

test('new devices are detected by the same rule after Google as after a password', async () => {
  const { email } = await opened.registerVerified();
  const network = () => ({ [networkHeader]: unique('network') });
  const notices = () =>
    opened.mailServer.taken.filter((mail) => mail.to.includes(email) && textOf(mail).includes('un dispositivo nuevo'));
  const first = await opened.bench.logIn(email, password);
  const deviceProof = first.headers.get(deviceHeader) ?? '';
  await until(() => notices().length === 1, 'the first sign-in is mailed');
  const known = await opened.signIn(googlePerson(email), { ...network(), [deviceHeader]: deviceProof });
  await opened.bench.jobsDone();
  expect(notices()).toHaveLength(1);
  expect((await opened.bench.logIn(email, password, unique('address'), known.deviceProof)).status).toBe(200);
  await opened.bench.jobsDone();
  expect(notices()).toHaveLength(1);
  await opened.signIn(opened.google.person, network());
  await until(() => notices().length === 2, 'a sign-in without cookies is mailed');
});

/** Requests a change of address and returns the token of its confirmation mail. */
async function requestedChange({ actor }: SignedInUser, email: string): Promise<string> {
  const change = { email, currentPassword: password };
  expect((await opened.bench.service.as(actor).put('/auth/me/email', change)).status).toBe(200);
  return mailedToken(opened.mailServer, email, 'confirm-email');
}

test('a person who cancels the terms changes the address of an earlier account to this one instead', async () => {
  const person = googlePerson();
  const { user } = await opened.signIn(person);
  const member = await opened.registerVerified();
  const [token, me] = [await requestedChange(member, person.email), opened.bench.service.as(member.actor)];
  expect((await opened.bench.rpc.getUsers({ ids: [user.id] })).users[0]?.isDeleted).toBe(false);
  expect((await me.post('/auth/email/confirm', { token })).status).toBe(200);
  expect((await me.get('/auth/me')).body).toMatchObject({ email: person.email, emailVerified: true });
  expect((await opened.bench.rpc.getUsers({ ids: [user.id] })).users[0]?.isDeleted).toBe(true);
  expect((await opened.signIn(person)).user.id).toBe(member.id);
});

test('a change to the address of a waiting account is refused once its terms are accepted', async () => {
  const person = googlePerson();
  const member = await opened.registerVerified();
  const { user, actor } = await opened.signIn(person);
  const [token, me] = [await requestedChange(member, person.email), opened.bench.service.as(member.actor)];
  expect((await opened.bench.service.as(actor).post('/auth/accept-terms')).status).toBe(200);
  for (const attempt of [1, 2]) {
    const { status, body } = await me.post('/auth/email/confirm', { token });
    expect([attempt, status, body.code]).toEqual([attempt, 409, 'email_taken']);
  }
  expect((await me.get('/auth/me')).body).toMatchObject({ email: member.email, emailVerified: true });
  expect((await opened.bench.logIn(member.email, password)).body.user.id).toBe(member.id);
  expect((await opened.signIn(person)).user.id).toBe(user.id);
});

test('only one of a confirmed change of address and a concurrent acceptance of the terms gets the address', async () => {
  const person = googlePerson();
  const { user, actor } = await opened.signIn(person);
  const member = await opened.registerVerified();
  const token = await requestedChange(member, person.email);
  const [confirmed, accepted] = await Promise.all([
    opened.bench.service.as(member.actor).post('/auth/email/confirm', { token }),
    opened.bench.service.as(actor).post('/auth/accept-terms'),
  ]);
  expect([
    [200, 401],
    [409, 200],
  ]).toContainEqual([confirmed.status, accepted.status]);
  const winner = confirmed.status === 200 ? member.id : user.id;
  expect((await opened.signIn(person)).user.id).toBe(winner);
});

test('an admin creates an account, or changes one, with the address of an account without accepted terms', async () => {
  const [created, changed] = [googlePerson(), googlePerson()];
  for (const person of [created, changed]) await opened.signIn(person);
  const { id } = await opened.bench.register();
  const admin = opened.bench.service.as(signedInUser(await opened.bench.logIn(admins.ADMIN_EMAIL, password)).actor);
  expect((await admin.post('/admin/users', { email: created.email, password })).status).toBe(201);
  expect((await admin.put(`/admin/users/${id}`, { email: changed.email })).status).toBe(200);
  for (const { email } of [created, changed]) expect((await opened.bench.logIn(email, password)).status).toBe(200);
});
