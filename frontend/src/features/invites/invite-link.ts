import { paths } from '../../lib/paths.ts';

/** Returns the address of an invitation to share. */
export const inviteLink = (code: string): string => new URL(paths.invite(code), window.location.origin).href;

/** Copies the address of an invitation; returns false without a clipboard, or without permission to use it. */
export async function copyInvite(code: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(inviteLink(code));
    return true;
  } catch {
    return false;
  }
}
