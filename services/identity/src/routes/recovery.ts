import { anyone, type Routes } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import {
  PasswordReset,
  PasswordResetDone,
  ResetRequest,
  VerificationLink,
  VerificationRequest,
} from '../../api/recovery.ts';
import { clientInfoOf } from '../client-info.ts';
import type { Deps } from '../deps.ts';
import { disownAccount } from '../disowning.ts';
import { requestMail, requestOwnVerification, resetPasswordByLink, verifyMailbox } from '../recovery.ts';

export function recoveryRoutes(routes: Routes, deps: Deps): void {
  verificationRoutes(routes, deps);

  routes.post(
    '/auth/forgot-password',
    {
      guards: [anyone],
      operationId: 'requestPasswordReset',
      summary: 'Mail a link for a new password',
      body: ResetRequest,
      answer: Ok,
    },
    async ({ actor, body }) => {
      await requestMail(deps, 'reset', body.email, actor);
      return done;
    },
  );

  routes.post(
    '/auth/reset-password',
    {
      guards: [anyone],
      operationId: 'resetPassword',
      summary: 'Set a new password by a mailed link',
      body: PasswordReset,
      answer: PasswordResetDone,
      visitorsMayRepeat: true,
    },
    async (call) => {
      return { ...done, userId: await resetPasswordByLink(deps, call.body, clientInfoOf(call)) };
    },
  );
}

function verificationRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/auth/verify-email',
    {
      guards: [anyone],
      operationId: 'verifyEmailByLink',
      summary: 'Verify the address of the account by a mailed link',
      query: VerificationLink,
      answer: Ok,
      errors: [401, 403],
    },
    async ({ actor, query }) => {
      await verifyMailbox(deps, actor, query.token);
      return done;
    },
  );

  // The page sends this request: a GET link could be consumed by link scanners.
  routes.post(
    '/auth/verify-email',
    {
      guards: [anyone],
      operationId: 'verifyEmail',
      summary: 'Verify the address of the account by the token of a mailed link',
      body: VerificationLink,
      answer: Ok,
      whileSilenced: true,
      errors: [401, 403, 409],
    },
    async ({ actor, body }) => {
      await verifyMailbox(deps, actor, body.token);
      return done;
    },
  );

  mailboxRoutes(routes, deps);
}

function mailboxRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/auth/verify-email/disown',
    {
      guards: [anyone],
      operationId: 'disownAccount',
      summary: 'Delete an account that another person registered with the address, by its verification link',
      body: VerificationLink,
      answer: Ok,
      whileSilenced: true,
      visitorsMayRepeat: true,
    },
    async ({ body }) => {
      await disownAccount(deps, body.token);
      return done;
    },
  );

  routes.post(
    '/auth/verify-email/resend',
    {
      guards: [anyone],
      operationId: 'resendVerification',
      summary: "Mail the verification link again, to the given address or the user's own",
      body: VerificationRequest,
      answer: Ok,
      whileSilenced: true,
      errors: [401, 409],
    },
    async ({ actor, body }) => {
      if (body.email !== undefined) await requestMail(deps, 'verification', body.email, actor);
      else await requestOwnVerification(deps, actor);
      return done;
    },
  );
}
