import { deviceHeader } from '@tribus/kit/http/device-header.ts';
import { anyone, type Response, type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { LanguageChoice, Registration, SignedIn, User } from '../../api.ts';
import { readCurrentAccount, recordWelcome, register, storeLanguage } from '../accounts.ts';
import { clientInfoOf } from '../client-info.ts';
import type { Deps } from '../deps.ts';
import { ensureHomininiMember } from '../hominini.ts';
import { presentAccount } from '../present.ts';
import type { SignIn } from '../sign-in.ts';

export function accountRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/auth/register',
    {
      guards: [anyone],
      operationId: 'register',
      summary: 'Create an account',
      body: Registration,
      answer: SignedIn,
      status: 201,
      errors: [401, 403],
      visitorsMayRepeat: true,
    },
    async (call) => {
      const signIn = await register(deps, call.body, clientInfoOf(call));
      await ensureHomininiMember(deps, signIn.account.id);
      return answerSignIn(deps, call.res, signIn);
    },
  );

  routes.get(
    '/auth/me',
    { guards: [signedIn], operationId: 'readAccount', summary: 'The current account', answer: User },
    ({ actor }) => readCurrentAccount(deps, actor),
  );

  routes.post(
    '/auth/me/welcome',
    {
      guards: [signedIn],
      operationId: 'noteWelcome',
      summary: 'Record that the user has seen the welcome tour',
      answer: User,
      whileSilenced: true,
    },
    ({ actor }) => recordWelcome(deps, actor),
  );

  routes.put(
    '/auth/me/language',
    {
      guards: [signedIn],
      operationId: 'chooseLanguage',
      summary: "Store the language of the user's screens and mails",
      body: LanguageChoice,
      answer: LanguageChoice,
      whileSilenced: true,
    },
    ({ actor, body }) => storeLanguage(deps, actor, body),
  );
}

/** Returns the session token and sets the header that makes the browser a known device. */
export function answerSignIn(deps: Deps, res: Response, { account, session, deviceProof }: SignIn): SignedIn {
  res.set(deviceHeader, deviceProof);
  return { token: deps.tokens.sign(session), user: presentAccount(deps, account) };
}
