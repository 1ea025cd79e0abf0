import { anyone, type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import {
  EmailChange,
  EmailUndone,
  LinkToken,
  PasswordChange,
  Proof,
  RecoveryCodes,
  SecondFactorConfirmation,
  SecondFactorProof,
  SecondFactorSetup,
  Security,
  SignIns,
  SignInsQuery,
} from '../../api/security.ts';
import { clientInfoOf } from '../client-info.ts';
import type { Deps } from '../deps.ts';
import { confirmEmailChange, requestEmailChange, undoEmailChange } from '../email-change.ts';
import { beginSecondFactor, disableSecondFactor, enableSecondFactor, renewRecoveryCodes } from '../second-factor.ts';
import { changePassword, readSecurity } from '../security.ts';
import { listSignIns } from '../sign-ins.ts';

/** What holds a secret is sent by PUT or DELETE: an idempotency key would keep a hash of it for a day. */
export function securityRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/auth/me/security',
    {
      guards: [signedIn],
      operationId: 'readSecurity',
      summary: "How the caller's account is protected",
      answer: Security,
    },
    ({ actor }) => readSecurity(deps, actor),
  );

  routes.get(
    '/auth/sign-ins',
    {
      guards: [signedIn],
      operationId: 'listSignIns',
      summary: "The caller's sign-ins and failed attempts",
      query: SignInsQuery,
      answer: SignIns,
    },
    ({ actor, query, req }) => listSignIns(deps, actor, query, clientInfoOf({ actor, req }).network),
  );

  routes.put(
    '/auth/me/password',
    {
      guards: [signedIn],
      operationId: 'changePassword',
      summary: 'Change the password, or set a first one',
      body: PasswordChange,
      answer: Ok,
      whileSilenced: true,
      errors: [403, 409],
    },
    async (call) => {
      await changePassword(deps, call.actor, call.body, clientInfoOf(call));
      return done;
    },
  );

  emailRoutes(routes, deps);
  secondFactorRoutes(routes, deps);
}

/** A new address proves itself before it is used, and the old one can take that back. */
function emailRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/auth/me/email',
    {
      guards: [signedIn],
      operationId: 'requestEmailChange',
      summary: 'Have a new address mailed a link that proves it',
      body: EmailChange,
      answer: Ok,
      whileSilenced: true,
      errors: [403, 409],
    },
    async (call) => {
      await requestEmailChange(deps, call.actor, call.body, clientInfoOf(call));
      return done;
    },
  );

  routes.post(
    '/auth/email/confirm',
    {
      guards: [anyone],
      operationId: 'confirmEmailChange',
      summary: 'Use the address that a mailed link proves',
      body: LinkToken,
      answer: Ok,
      whileSilenced: true,
      errors: [401, 403, 409],
    },
    async ({ body, actor }) => {
      await confirmEmailChange(deps, body.token, actor);
      return done;
    },
  );

  routes.post(
    '/auth/email/undo',
    {
      guards: [anyone],
      operationId: 'undoEmailChange',
      summary: 'Take back a change of address',
      body: LinkToken,
      answer: EmailUndone,
      whileSilenced: true,
      errors: [401, 409],
    },
    ({ body }) => undoEmailChange(deps, body.token),
  );
}

function secondFactorRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/auth/me/second-factor',
    {
      guards: [signedIn],
      operationId: 'beginSecondFactor',
      summary: 'Begin to use a second factor',
      body: Proof,
      answer: SecondFactorSetup,
      whileSilenced: true,
      errors: [403, 409],
    },
    (call) => beginSecondFactor(deps, call.actor, clientInfoOf(call), call.body.currentPassword),
  );

  routes.put(
    '/auth/me/second-factor/confirmation',
    {
      guards: [signedIn],
      operationId: 'enableSecondFactor',
      summary: 'Ask for the second factor from now on',
      body: SecondFactorConfirmation,
      answer: RecoveryCodes,
      whileSilenced: true,
      errors: [403, 409],
    },
    (call) => enableSecondFactor(deps, call.actor, call.body.code, clientInfoOf(call)),
  );

  enabledFactorRoutes(routes, deps);
}

function enabledFactorRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/auth/me/recovery-codes',
    {
      guards: [signedIn],
      operationId: 'renewRecoveryCodes',
      summary: 'Make recovery codes anew',
      body: SecondFactorProof,
      answer: RecoveryCodes,
      whileSilenced: true,
      errors: [403, 404, 409],
    },
    (call) => renewRecoveryCodes(deps, call.actor, clientInfoOf(call), call.body),
  );

  routes.delete(
    '/auth/me/second-factor',
    {
      guards: [signedIn],
      operationId: 'disableSecondFactor',
      summary: 'Use no second factor any more',
      body: SecondFactorProof,
      answer: Ok,
      whileSilenced: true,
      errors: [403, 409],
    },
    async (call) => {
      await disableSecondFactor(deps, call.actor, clientInfoOf(call), call.body);
      return done;
    },
  );
}
