import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { Params } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { session, takeRememberedPath } from '../../lib/session.ts';

export type Credentials = Params<'post', '/auth/login'>['body'];
export type Registration = Params<'post', '/auth/register'>['body'];

/** The address that starts signing in with Google; the server redirects from there. */
export const GOOGLE_URL = '/api/oauth/google';

/** Signs in or up: stores the session and navigates to the remembered path, else to the tribes. */
export function useSignIn(call: 'login' | 'register') {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ email, password }: Credentials) =>
      http.post(`/auth/${call}`, { body: { email, password }, anonymous: true }),
    onSuccess: ({ token, user }) => {
      const path = takeRememberedPath();
      session.start(token, user);
      void navigate(path, { replace: true });
    },
  });
}
