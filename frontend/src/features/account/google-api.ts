import { queryOptions } from '@tanstack/react-query';
import { http } from '../../lib/http.ts';
import { useMutation } from '../../lib/mutation.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** A session from Google. The server determines its user; until a newcomer has accepted the terms it is not stored. */
export interface GoogleArrival {
  token: string;
  isNewUser: boolean;
}

/** Why the sign-in failed: the reason of the server or the gateway, or an invalid callback address. */
export const googleFailures = [
  'cancelled',
  'expired',
  'failed',
  'unavailable',
  'email_unverified',
  'email_unproved',
  'other_linked',
  'signup_disabled',
  'account_suspended',
] as const;
export type GoogleFailure = (typeof googleFailures)[number] | 'missing' | 'broken';

export type CallbackResult =
  | { kind: 'arrived'; arrival: GoogleArrival }
  | { kind: 'second-factor'; challenge: string }
  | { kind: 'refused'; failure: GoogleFailure; notice?: string };

/**
 * Reads the result in Google's callback address (part 1, sections 2 and 8). A session is accepted only when this tab
 * has `begun` the sign-in: otherwise a link could sign a person in to an account of its author's choice.
 */
export function readCallback(search: string, begun: boolean): CallbackResult {
  const query = new URLSearchParams(search);
  const [token, user, challenge, error, notice] = ['token', 'user', 'challenge', 'error', 'notice'].map((name) =>
    query.get(name),
  );
  if (challenge) return { kind: 'second-factor', challenge };
  if (error) {
    const failure = googleFailures.find((known) => known === error) ?? 'failed';
    return { kind: 'refused', failure, ...(notice && { notice }) };
  }
  if (!token || !user) return { kind: 'refused', failure: 'missing' };
  if (!isUser(user)) return { kind: 'refused', failure: 'broken' };
  if (!begun) return { kind: 'refused', failure: 'expired' };
  return { kind: 'arrived', arrival: { token, isNewUser: query.get('isNewUser') === 'true' } };
}

function isUser(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && ['id', 'name', 'role'].every((key) => key in value);
  } catch {
    // Not JSON: the page shows the failure.
    return false;
  }
}

/** The user of the session in the callback. */
export const arrivalQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.arrival(token),
    queryFn: ({ signal }) => http.get('/auth/me', { token, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Returns the suspension in Google's callback. */
export const suspensionQuery = (notice: string) =>
  queryOptions({
    queryKey: queryKeys.suspension(notice),
    queryFn: async () => (await http.post('/auth/suspension', { body: { notice }, anonymous: true })).details,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Accepts the terms with the session that waits for them. */
export function useAcceptTerms(token: string) {
  return useMutation({ mutationFn: () => http.post('/auth/accept-terms', { token }) });
}

/** Ends that session; if the call fails, the session expires by itself. */
export const endWithoutTerms = (token: string): Promise<unknown> =>
  http.post('/auth/logout', { token }).catch(() => undefined);
