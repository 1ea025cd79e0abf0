import { useEffect, useEffectEvent } from 'react';
import { useDraft } from '../../lib/drafts.ts';
import { ApiError } from '../../lib/http.ts';
import { useMe } from '../../lib/session.ts';
import { readJson, tab } from '../../lib/storage.ts';

export interface AcceptedInvite {
  code: string;
  /** The name of its tribe. */
  name: string;
}

/** An accepted invitation whose tribe the person has not joined yet. */
export interface PendingInvite extends AcceptedInvite {
  /** Whether the first failure to join was shown. */
  isFailureShown: boolean;
}

const ACCEPTED = 'acceptedInvite';

/**
 * Stores that a visitor accepted an invitation, until they have signed in or up. In this tab alone: if opening an
 * address sufficed, anyone could make others join.
 */
export const noteAcceptedInvite = (invite: AcceptedInvite): void => tab.write(ACCEPTED, JSON.stringify(invite));

/** Returns and removes the invitation that was accepted in this tab before signing in. */
function consumeAcceptedInvite(): AcceptedInvite | null {
  const accepted = readInvite(readJson(tab, ACCEPTED));
  tab.remove(ACCEPTED);
  return accepted;
}

/**
 * The invitation that the signed-in person accepted before signing in: stored on this device until they have joined or
 * cannot, or sign out.
 */
export function usePendingInvite() {
  const me = useMe()?.id;
  const [pending, change] = useDraft<PendingInvite | null>('invite', null, readPending);

  const take = useEffectEvent(() => {
    const accepted = consumeAcceptedInvite();
    if (accepted) change(() => ({ ...accepted, isFailureShown: false }));
  });
  useEffect(() => {
    if (me !== undefined) take();
  }, [me]);

  /** Removes this invitation; one that was accepted since stays. */
  const drop = (code: string) => change((now) => (now?.code === code ? null : now));
  const markFailureShown = (code: string) =>
    change((now) => (now?.code === code ? { ...now, isFailureShown: true } : now));
  return { pending, drop, markFailureShown };
}

/** Whether a refusal to join is final: rate limits, server errors and network errors are temporary. */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof ApiError && [400, 403, 404, 409, 410].includes(error.status);

function readInvite(value: unknown): AcceptedInvite | null {
  if (typeof value !== 'object' || value === null || !('code' in value && 'name' in value)) return null;
  const { code, name } = value;
  return typeof code === 'string' && typeof name === 'string' ? { code, name } : null;
}

function readPending(value: unknown): PendingInvite | null {
  const invite = readInvite(value);
  const isFailureShown =
    typeof value === 'object' && value !== null && 'isFailureShown' in value && value.isFailureShown === true;
  return invite && { ...invite, isFailureShown };
}
