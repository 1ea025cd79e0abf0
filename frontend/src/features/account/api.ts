import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { Params } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { session, takeRememberedPath } from '../../lib/session.ts';

export type Credentials = Params<'post', '/auth/login'>['body'];
export type Registration = Params<'post', '/auth/register'>['body'];

/** Where the browser goes to sign in with Google; the server leads it on. */
export const GOOGLE_URL = '/api/oauth/google';

/** Signs in or up: keeps the session and goes to the remembered page, else to the tribes. */
export function useSignIn(call: 'login' | 'register') {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ email, password }: Credentials) =>
      http.post(`/auth/${call}`, { body: { email, password }, anonymous: true }),
    onSuccess: ({ token, user }) => {
      const path = takeRememberedPath();
      session.start(token, user);
      navigate(path, { replace: true });
    },
  });
}
