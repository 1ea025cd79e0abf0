import { expect } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { deviceHeader, oauthHeader } from '@tribus/kit/http/device-header.ts';
import { TestClock, type TestResponse } from '@tribus/kit/testing/service.ts';
import jwt from 'jsonwebtoken';
import { mailIntervalSeconds } from '../limits.ts';
import { openBench, password } from './bench.ts';
import { GoogleServer } from './google-server.ts';
import { MailServer } from './mail-server.ts';
import { mailedToken, mailsTo } from './mailbox.ts';

export const publicUrl = 'https://tribus.example';
export const admins = { ADMIN_EMAIL: 'jefa@tribus.test', ADMIN_PASSWORD: password };

export type GoogleBench = Awaited<ReturnType<typeof openGoogleBench>>;

/** Identity with an OpenID provider, a mail server and the browser of a person who signs in. */
export async function openGoogleBench() {
  const clock = new TestClock(new Date());
  const [google, mailServer] = [await GoogleServer.open(), await MailServer.open()];
  const SMTP_URL = `smtp://127.0.0.1:${mailServer.port}`;
  const mail = { SMTP_URL, MAIL_FROM: 'hola@tribus.test', CONTACT_EMAIL: 'equipo@tribus.test' };
  const bench = await openBench({ ...google.env, ...mail, ...admins, PUBLIC_URL: publicUrl }, clock);
  const visitor = () => bench.service.as();

  /** Begins a sign-in in a browser that stores the cookie. */
  const begin = async (secret?: string) => {
    const response = await visitor().get('/oauth/google', secret ? { [oauthHeader]: secret } : {});
    expect(response.status).toBe(302);
    return { url: response.headers.get('location') ?? '', browser: response.headers.get(oauthHeader) ?? '' };
  };

  const callback = (query: string, browser?: string, headers: Record<string, string> = {}) =>
    visitor().get(`/oauth/google/callback${query}`, { ...headers, ...(browser && { [oauthHeader]: browser }) });

  return {
    bench,
    clock,
    google,
    mailServer,
    visitor,
    begin,
    callback,
    async signIn(person = google.person, headers: Record<string, string> = {}) {
      google.person = person;
      const { url, browser } = await begin();
      return callbackResult(await callback((await google.agree(url)).search, browser, headers));
    },
    /** A person who registered with a password, possibly again, and has verified their address. */
    async registerVerified(email?: string) {
      const page = '/verify-email';
      const sentBefore = email === undefined ? 0 : mailsTo(mailServer, email, page).length;
      if (sentBefore > 0) clock.advance(mailIntervalSeconds * 1_000);
      const ownAccount = await bench.register(email);
      const token = await mailedToken(mailServer, ownAccount.email, page, sentBefore + 1);
      expect((await bench.service.as(ownAccount.actor).get(`/auth/verify-email?token=${token}`)).status).toBe(200);
      return ownAccount;
    },
    async close() {
      await bench.close();
      await google.close();
      await mailServer.close();
    },
  };
}

/** An identity verified by Google. */
export const googlePerson = (email = `${unique('google')}@tribus.test`) => ({
  sub: unique('sub'),
  email,
  email_verified: true,
});

/** Returns the parameters of the redirect to the page after Google. */
export function callbackResult(response: TestResponse) {
  const location = response.headers.get('location') ?? '';
  expect([response.status, location.split('?')[0]]).toEqual([302, `${publicUrl}/auth/callback`]);
  const { token, user, ...rest } = Object.fromEntries(new URL(location).searchParams);
  const { sid: sessionId } = token ? (jwt.decode(token, { json: true }) ?? {}) : {};
  const actor = user ? userActor(JSON.parse(user).id, { sessionId }) : undefined;
  const { isNewUser, error, challenge, notice } = rest;
  const deviceProof = response.headers.get(deviceHeader) ?? '';
  return { token, user: user && JSON.parse(user), isNewUser, error, challenge, notice, sessionId, actor, deviceProof };
}
