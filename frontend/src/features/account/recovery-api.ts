import { useQueryClient } from '@tanstack/react-query';
import { ApiError, http } from '../../lib/http.ts';
import { useIdempotencyKeys } from '../../lib/idempotency-key.ts';
import { useMutation } from '../../lib/mutation.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { session } from '../../lib/session.ts';
import { sharedCall } from '../../lib/shared-call.ts';

/** A mailed link works once: pressed again after a lost response, it needs the key of the first attempt. */
export interface LinkUse {
  token: string;
  idempotencyKey: string;
}

const verifyEmail = sharedCall(({ token, idempotencyKey }: LinkUse) => {
  const ask = (anonymous: boolean) => http.post('/auth/verify-email', { body: { token }, anonymous, idempotencyKey });
  // A session that ended before the call counts as none.
  return ask(false).catch((error) => {
    if (error instanceof ApiError && error.status === 401) return ask(true);
    throw error;
  });
});

const disown = sharedCall(({ token, idempotencyKey }: LinkUse) =>
  http.post('/auth/verify-email/disown', { body: { token }, anonymous: true, idempotencyKey }),
);

const resetPassword = sharedCall(({ idempotencyKey, ...reset }: LinkUse & { password: string }) =>
  http.post('/auth/reset-password', { body: reset, anonymous: true, idempotencyKey }),
);

/** Consumes a mailed link, for a person who is signed in to its account. */
export function useVerifyEmail(token: string) {
  const client = useQueryClient();
  const keys = useIdempotencyKeys();
  return useMutation({
    mutationFn: async () => {
      const id = session.get().user?.id;
      await verifyEmail({ token, idempotencyKey: keys.keyFor(token) });
      return id;
    },
    onSuccess: (id) => {
      if (id) session.merge({ id, emailVerified: true });
      void client.invalidateQueries({ queryKey: queryKeys.me });
    },
  });
}

/** Deletes an account that another person registered with the address of the link's recipient. */
export function useDisown(token: string) {
  const keys = useIdempotencyKeys();
  return useMutation({
    mutationFn: () => disown({ token, idempotencyKey: keys.keyFor(token) }),
  });
}

/** Mails a new verification link: to the given address, else to that of the signed-in user. */
export function useResendVerification() {
  return useMutation({
    mutationFn: (email?: string) =>
      http.post('/auth/verify-email/resend', {
        body: email === undefined ? {} : { email },
        anonymous: email !== undefined,
      }),
  });
}

export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) => http.post('/auth/forgot-password', { body: { email }, anonymous: true }),
  });
}

/**
 * Sets a new password; the server ends all sessions of the link's account. This device is signed out when it is signed in
 * to that account; a session of another one stays.
 */
export function useResetPassword() {
  const keys = useIdempotencyKeys();
  return useMutation({
    mutationFn: (reset: { token: string; password: string }) =>
      resetPassword({ ...reset, idempotencyKey: keys.keyFor(reset.token, reset.password) }),
    onSuccess: ({ userId }) => {
      if (session.get().user?.id === userId) session.end();
    },
  });
}
