import { paths } from '../../lib/paths.ts';

/** The address to send to somebody. */
export const inviteLink = (code: string): string => new URL(paths.invite(code), window.location.origin).href;

/** Copies the address of an invitation; false where there is no clipboard, or it may not be used. */
export async function copyInvite(code: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(inviteLink(code));
    return true;
  } catch {
    return false;
  }
}
