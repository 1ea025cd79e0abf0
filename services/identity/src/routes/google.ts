import { deviceHeader, oauthHeader } from '@tribus/kit/http/device-header.ts';
import { anyone, type Response, type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { z } from 'zod';
import { GoogleBegin, GoogleCallback, OAuthCheck } from '../../api/google.ts';
import { User } from '../../api.ts';
import { clientInfoOf } from '../client-info.ts';
import type { Deps } from '../deps.ts';
import { acceptTerms, beginGoogleSignIn, finishGoogleSignIn, type GoogleOutcome } from '../google.ts';
import { ensureHomininiMember } from '../hominini.ts';
import { presentAccount } from '../present.ts';

const Redirect = z.object({});
/** Includes a call to Google. */
const timeoutMs = 15_000;

export function googleRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/oauth/google',
    {
      guards: [anyone],
      operationId: 'beginGoogleSignIn',
      summary: 'Begin a sign-in with Google',
      query: GoogleBegin,
      answer: Redirect,
      status: 302,
      timeoutMs,
      errors: [404],
    },
    async ({ query, req, res }) => {
      const begun = await beginGoogleSignIn(deps, req.get(oauthHeader), query);
      if (begun) res.set(oauthHeader, begun.browser);
      redirect(res, begun?.url ?? `${deps.publicUrl}/auth/callback?error=failed`);
      return {};
    },
  );

  routes.get(
    '/oauth/google/callback',
    {
      guards: [anyone],
      operationId: 'finishGoogleSignIn',
      summary: 'The redirect target of Google',
      query: GoogleCallback,
      answer: Redirect,
      status: 302,
      timeoutMs,
      errors: [401, 404],
    },
    async (call) => {
      const outcome = await finishGoogleSignIn(deps, call.query, call.req.get(oauthHeader), clientInfoOf(call));
      if (outcome.kind !== 'refused' && outcome.outcome.kind === 'signed-in')
        call.res.set(deviceHeader, outcome.outcome.signIn.deviceProof);
      redirect(call.res, `${deps.publicUrl}/auth/callback?${redirectParams(deps, outcome)}`);
      return {};
    },
  );

  termsRoutes(routes, deps);
}

function termsRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/auth/accept-terms',
    {
      guards: [signedIn],
      operationId: 'acceptTerms',
      summary: 'Accept the terms of use',
      answer: User,
      whileSilenced: true,
    },
    async ({ actor }) => {
      const account = await acceptTerms(deps, actor);
      await ensureHomininiMember(deps, account.id);
      return presentAccount(deps, account);
    },
  );

  routes.get(
    '/auth/me/check-oauth',
    {
      guards: [signedIn],
      operationId: 'checkOAuth',
      summary: 'Whether the account has no password',
      answer: OAuthCheck,
    },
    async ({ actor }) => {
      const found = await deps.store.users.credentialsOf(actor.id);
      return { isOAuthUser: found !== undefined && found.passwordHash === null };
    },
  );
}

function redirect(res: Response, location: string): void {
  res.status(302).set('location', location).set('cache-control', 'no-store').end();
}

/** Query of the page after Google (decisions.md 2). */
function redirectParams(deps: Deps, result: GoogleOutcome): URLSearchParams {
  if (result.kind === 'refused')
    return new URLSearchParams({ error: result.reason, ...(result.notice && { notice: result.notice }) });
  const { outcome, isNewUser } = result;
  if (outcome.kind === 'second-factor') return new URLSearchParams({ challenge: outcome.challenge.token });
  const { session, account } = outcome.signIn;
  // The length of a URL is limited: the browser loads its account afterwards.
  const { id, email, name, role } = account;
  return new URLSearchParams({
    token: deps.tokens.sign(session),
    user: JSON.stringify({ id, email, name, role }),
    isNewUser: String(isNewUser),
  });
}
