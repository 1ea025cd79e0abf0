import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { indexesOf } from '@tribus/kit/testing/query-plans.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { UserRegistered } from '@tribus/proto/identity/v1/events.ts';
import { sql } from 'kysely';
import { GoogleIdentities } from '../src/store/google-identities.ts';
import { openBench, password } from './bench.ts';
import { callbackResult, type GoogleBench, googlePerson, openGoogleBench, publicUrl } from './google-bench.ts';
import { GoogleServer } from './google-server.ts';
import { mailedToken, mailsTo } from './mailbox.ts';

let opened: GoogleBench;
beforeAll(async () => {
  opened = await openGoogleBench();
});
afterAll(() => opened.close());
beforeEach(() => {
  opened.google.forged = {};
});

test('a sign-in begins with its own state, nonce and code challenge, and returns to the public address', async () => {
  const [{ url, browser }, other] = [await opened.begin(), await opened.begin()];
  const query = Object.fromEntries(new URL(url).searchParams);
  expect(query).toMatchObject({
    client_id: GoogleServer.clientId,
    response_type: 'code',
    redirect_uri: `${publicUrl}/api/oauth/google/callback`,
    code_challenge_method: 'S256',
    scope: 'openid email profile',
  });
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(query[name]).not.toBe(new URL(other.url).searchParams.get(name));
  expect(url).not.toContain(browser);
});

test('a new person gets an account that waits for the terms, and is registered when they accept them, once', async () => {
  const person = googlePerson();
  const { user, isNewUser, sessionId, actor } = await opened.signIn(person);
  expect(isNewUser).toBe('true');
  expect(user).toMatchObject({ email: person.email, name: person.email.split('@')[0] });
  const [session] = (await opened.bench.rpc.resolveSessions({ sessionIds: [sessionId] })).sessions;
  expect(session).toMatchObject({ userId: user.id, termsAccepted: false });
  const registered = async () => (await opened.bench.events(UserRegistered)).filter(({ userId }) => userId === user.id);
  expect(await registered()).toEqual([]);
  const accept = () => opened.bench.service.as(actor).post('/auth/accept-terms');
  for (const response of await Promise.all([accept(), accept(), accept()]))
    expect(response.body).toMatchObject({ id: user.id, emailVerified: true, welcomed: false });
  expect(await registered()).toHaveLength(1);
  expect((await opened.bench.rpc.resolveSessions({ sessionIds: [sessionId] })).sessions[0]?.termsAccepted).toBe(true);
  expect((await opened.bench.service.as(actor).get('/auth/me/check-oauth')).body).toEqual({ isOAuthUser: true });
  const again = await opened.signIn(person);
  expect([again.user.id, again.isNewUser]).toEqual([user.id, 'false']);
});

test('an account without accepted terms is deleted after a day, and its address is free', async () => {
  const person = googlePerson();
  const { user } = await opened.signIn(person);
  opened.clock.advance(25 * hourMs);
  await opened.bench.runJob('sweepSessions');
  const { users } = await opened.bench.rpc.getUsers({ ids: [user.id] });
  expect(users[0]?.isDeleted).toBe(true);
  expect((await opened.visitor().post('/auth/register', { email: person.email, password })).status).toBe(201);
});

/** Returns the tables of identity with a row that contains a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { db } = await opened.bench.openDatabase();
  const tables = await db.introspection.getTables();
  const found = await Promise.all(
    tables.map(async ({ schema, name }) => {
      const table = sql.table(`${schema}.${name}`);
      const { rows } = await sql`select from ${table} as t where strpos(t::text, ${text}) > 0 limit 1`.execute(db);
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat().sort();
}

test('no data of an account remains when it is deleted or replaced because its terms were not accepted', async () => {
  const [late, cancelled] = [googlePerson(), googlePerson()];
  const ids = [];
  for (const person of [late, cancelled]) ids.push((await opened.signIn(person)).user.id);
  for (const id of ids) {
    expect((await opened.signIn(id === ids[0] ? late : cancelled)).user.id).toBe(id);
    await opened.bench.jobsDone();
    expect(await tablesWith(id)).toEqual(['google_identities', 'sessions', 'sign_ins', 'users']);
  }
  await opened.visitor().post('/auth/register', { email: cancelled.email, password });
  opened.clock.advance(25 * hourMs);
  await opened.bench.runJob('sweepSessions');
  await opened.bench.jobsDone();
  for (const id of ids) expect(await tablesWith(id)).toEqual([]);
});

test('a person who cancels the terms registers with a password instead: the account from Google is replaced, by one of 20', async () => {
  const person = googlePerson();
  const { user, actor } = await opened.signIn(person);
  const register = () => opened.visitor().post('/auth/register', { email: person.email, password });
  const responses = await Promise.all(Array.from({ length: 20 }, register));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(responses.filter(({ body }) => body.code === 'email_taken')).toHaveLength(19);
  const { body } = await opened.bench.logIn(person.email, password);
  expect(body.user.id).not.toBe(user.id);
  expect(body.user.emailVerified).toBe(false);
  expect((await opened.bench.service.as(actor).post('/auth/accept-terms')).status).toBe(401);
  expect((await opened.signIn(person)).error).toBe('email_unproved');
});

test('an account whose terms were accepted is not replaced by a registration', async () => {
  const person = googlePerson();
  const { user, actor } = await opened.signIn(person);
  await opened.bench.service.as(actor).post('/auth/accept-terms');
  expect((await opened.visitor().post('/auth/register', { email: person.email, password })).body.code).toBe(
    'email_taken',
  );
  expect((await opened.signIn(person)).user.id).toBe(user.id);
});

test('an account without accepted terms gets no mail for a password, which would not open it', async () => {
  const [waiting, accepted] = [googlePerson(), googlePerson()];
  await opened.signIn(waiting);
  await opened.bench.service.as((await opened.signIn(accepted)).actor).post('/auth/accept-terms');
  for (const { email } of [waiting, accepted]) await opened.visitor().post('/auth/forgot-password', { email });
  await mailedToken(opened.mailServer, accepted.email, '/reset-password');
  await opened.bench.jobsDone();
  expect(mailsTo(opened.mailServer, waiting.email, '/reset-password')).toEqual([]);
});

test('accounts without accepted terms are found by an index among all accounts', async () => {
  const { db } = await opened.bench.openDatabase();
  await sql`
    insert into users (id, email, name, terms_accepted_at, created_at)
    select gen_random_uuid(), 'masa' || n || '@tribus.test', 'masa', now(), now() - make_interval(mins => n)
    from generate_series(1, 5000) as n`.execute(db);
  await sql`analyze users`.execute(db);
  const plans = await indexesOf(db, (observed) => new GoogleIdentities(observed).unacceptedBefore(new Date(), 100));
  expect(plans).toEqual([expect.arrayContaining(['users_without_terms'])]);
});

test('an account with an unverified address is neither taken over nor shared', async () => {
  const { email, id } = await opened.bench.register();
  expect(await opened.signIn(googlePerson(email))).toMatchObject({ error: 'email_unproved', token: undefined });
  const { body } = await opened.bench.logIn(email, password);
  expect([body.user.id, body.user.emailVerified]).toEqual([id, false]);
});

test('an address that Google has not verified does not sign in', async () => {
  const { email } = await opened.registerVerified();
  for (const address of [email, `${unique('new')}@tribus.test`])
    expect((await opened.signIn({ ...googlePerson(address), email_verified: false })).error).toBe('email_unverified');
});

test('an account that both sides have verified is linked, and keeps its password', async () => {
  const { email, id } = await opened.registerVerified();
  const { user, isNewUser } = await opened.signIn(googlePerson(email.toUpperCase()));
  expect([user.id, isNewUser]).toEqual([id, 'false']);
  expect((await opened.bench.logIn(email, password)).status).toBe(200);
});

test('a changed address at Google keeps the account; another identity with the old address is rejected', async () => {
  const person = googlePerson();
  const { user } = await opened.signIn(person);
  const moved = await opened.signIn({ ...person, email: `${unique('moved')}@tribus.test` });
  expect(moved.user).toMatchObject({ id: user.id, email: person.email });
  expect((await opened.signIn(googlePerson(person.email))).error).toBe('other_linked');
});

test('Google creates no account while sign-up is disabled, and existing users sign in', async () => {
  const known = googlePerson();
  await opened.signIn(known);
  const admin = opened.bench.service.as(userActor('00000000-0000-7000-8000-00000000000a', { role: 'admin' }));
  await admin.put('/admin/maintenance-config', { disableSignup: true });
  expect((await opened.signIn(googlePerson())).error).toBe('signup_disabled');
  expect((await opened.signIn(known)).error).toBeUndefined();
  await admin.put('/admin/maintenance-config', { disableSignup: false });
});

test('a suspended account cannot sign in', async () => {
  const person = googlePerson();
  const { user } = await opened.signIn(person);
  await opened.bench.suspend(user.id);
  expect(await opened.signIn(person)).toMatchObject({ error: 'account_suspended', token: undefined });
});

test('a callback works once, in the browser that began the sign-in, within ten minutes', async () => {
  opened.google.person = googlePerson();
  const mine = await opened.begin();
  const back = (await opened.google.agree(mine.url)).search;
  const outsider = await opened.begin();
  expect(callbackResult(await opened.callback(back, outsider.browser)).error).toBe('expired');
  expect(callbackResult(await opened.callback(back, mine.browser)).error).toBe('expired');

  const second = await opened.begin(mine.browser);
  expect(second.browser).toBe(mine.browser);
  const returned = (await opened.google.agree(second.url)).search;
  const responses = await Promise.all(Array.from({ length: 20 }, () => opened.callback(returned, second.browser)));
  const results = responses.map(callbackResult);
  expect(results.filter(({ token }) => token !== undefined)).toHaveLength(1);
  expect(results.filter(({ token, error }) => token === undefined && error === 'expired')).toHaveLength(19);

  const slow = await opened.begin();
  const late = (await opened.google.agree(slow.url)).search;
  opened.clock.advance(10 * 60_000);
  expect(callbackResult(await opened.callback(late, slow.browser)).error).toBe('expired');
});

test.each([
  ['no cookie', (query: string) => opened.callback(query), 'expired'],
  ['no state', (_query: string, browser: string) => opened.callback('?code=x', browser), 'expired'],
  [
    'another state',
    (query: string, browser: string) =>
      opened.callback(query.replace(/state=[^&]+/, `state=${'x'.repeat(43)}`), browser),
    'expired',
  ],
  [
    'another code',
    (query: string, browser: string) => opened.callback(query.replace(/code=[^&]+/, 'code=x'), browser),
    'failed',
  ],
  [
    'a refusal',
    (query: string, browser: string) => opened.callback(query.replace(/code=[^&]+/, 'error=access_denied'), browser),
    'cancelled',
  ],
])('a callback with %s opens nothing', async (_what, send, error) => {
  opened.google.person = googlePerson();
  const { url, browser } = await opened.begin();
  expect(callbackResult(await send((await opened.google.agree(url)).search, browser))).toMatchObject({
    error,
    token: undefined,
  });
});

test.each([
  ['another site', { aud: 'another-site' }],
  ['another issuer', { iss: 'https://evil.test' }],
  ['another sign-in', { nonce: 'another' }],
  ['a time in the past', { exp: 1_000_000_000 }],
  ['no subject', { sub: '' }],
])('a token that Google signed for %s is rejected', async (_what, forged) => {
  opened.google.forged = forged;
  expect(await opened.signIn(googlePerson())).toMatchObject({ error: 'failed', token: undefined });
});

test('no code, state or token of a sign-in is in a log', async () => {
  opened.google.person = googlePerson();
  const { url, browser } = await opened.begin();
  const back = await opened.google.agree(url);
  const [first, second] = [unique('callback'), unique('callback')];
  const { token = '' } = callbackResult(await opened.callback(back.search, browser, { 'x-request-id': first }));
  await opened.callback(back.search, browser, { 'x-request-id': second });
  // The line of a request is logged when its response is sent, possibly after it was received.
  const lines = () => opened.bench.service.logged.filter((line) => line.includes('"msg":"request"')).join('');
  await until(() => [first, second].every((id) => lines().includes(`"requestId":"${id}"`)), 'both are in the log');
  const logged = opened.bench.service.logged.join('');
  for (const secret of [back.searchParams.get('code') ?? '', back.searchParams.get('state') ?? '', browser, token])
    expect(logged).not.toContain(secret);
});

test('sign-in with Google is off without a configured client', async () => {
  const plain = await openBench();
  expect((await plain.service.as().get('/oauth/google')).status).toBe(404);
  expect((await plain.service.as().get('/public/site')).body.googleEnabled).toBe(false);
  expect((await opened.visitor().get('/public/site')).body.googleEnabled).toBe(true);
  await plain.close();
});

test('a private issuer that the operator did not allow is never contacted', async () => {
  const closed = await openBench({ ...opened.google.env, OUTBOUND_ALLOWED_HOSTS: '', PUBLIC_URL: publicUrl });
  expect(callbackResult(await closed.service.as().get('/oauth/google')).error).toBe('failed');
  await closed.close();
});
