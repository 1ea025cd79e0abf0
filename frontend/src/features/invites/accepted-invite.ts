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

/** One that its person has not yet joined by. */
export interface KeptInvite extends AcceptedInvite {
  /** They have read that it did not work at once. */
  toldWhy: boolean;
}

const ACCEPTED = 'acceptedInvite';

/**
 * Notes that a visitor wants to come in by an invitation, until they have signed in or up. In this tab alone: an address
 * that joined by being opened would let anybody make others join.
 */
export const noteAcceptedInvite = (invite: AcceptedInvite): void => tab.write(ACCEPTED, JSON.stringify(invite));

/** The invitation that was accepted in this tab before signing in; told once. */
function takeAcceptedInvite(): AcceptedInvite | null {
  const accepted = readInvite(readJson(tab, ACCEPTED));
  tab.remove(ACCEPTED);
  return accepted;
}

/**
 * The invitation that the signed-in person accepted before they were that: kept on this device until they have joined
 * or cannot, or sign out.
 */
export function useKeptInvite() {
  const me = useMe()?.id;
  const [kept, change] = useDraft<KeptInvite | null>('invite', null, readKept);

  const take = useEffectEvent(() => {
    const accepted = takeAcceptedInvite();
    if (accepted) change(() => ({ ...accepted, toldWhy: false }));
  });
  useEffect(() => {
    if (me !== undefined) take();
  }, [me]);

  /** Done with this invitation; one that was accepted since is kept. */
  const drop = (code: string) => change((now) => (now?.code === code ? null : now));
  const noteTold = (code: string) => change((now) => (now?.code === code ? { ...now, toldWhy: true } : now));
  return { kept, drop, noteTold };
}

/** Whether a refusal to let somebody in stands: a limit passes, and so do the faults of a server or a network. */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof ApiError && [400, 403, 404, 409, 410].includes(error.status);

function readInvite(value: unknown): AcceptedInvite | null {
  if (typeof value !== 'object' || value === null || !('code' in value && 'name' in value)) return null;
  const { code, name } = value;
  return typeof code === 'string' && typeof name === 'string' ? { code, name } : null;
}

function readKept(value: unknown): KeptInvite | null {
  const invite = readInvite(value);
  const toldWhy = typeof value === 'object' && value !== null && 'toldWhy' in value && value.toldWhy === true;
  return invite && { ...invite, toldWhy };
}
