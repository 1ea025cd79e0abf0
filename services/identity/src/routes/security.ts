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

/** Requests with a secret use PUT or DELETE: an idempotency key would store a hash of the secret for a day. */
export function securityRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/auth/me/security',
    {
      guards: [signedIn],
      operationId: 'readSecurity',
      summary: 'The protection of the account',
      answer: Security,
    },
    ({ actor }) => readSecurity(deps, actor),
  );

  routes.get(
    '/auth/sign-ins',
    {
      guards: [signedIn],
      operationId: 'listSignIns',
      summary: 'The sign-ins and failed attempts of the account',
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

/** A new address must be confirmed before it is used, and the former one can undo the change. */
function emailRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/auth/me/email',
    {
      guards: [signedIn],
      operationId: 'requestEmailChange',
      summary: 'Mail a confirmation link to a new address',
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
      summary: 'Confirm a new address by a mailed link',
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
      summary: 'Undo a change of address',
      body: LinkToken,
      answer: EmailUndone,
      whileSilenced: true,
      visitorsMayRepeat: true,
      errors: [401],
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
      summary: 'Begin the setup of a second factor',
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
      summary: 'Enable the second factor',
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
      summary: 'Renew the recovery codes',
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
      summary: 'Disable the second factor',
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
