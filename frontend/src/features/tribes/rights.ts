import { homininiId } from '@limits/community';
import type { Tribe } from './api.ts';

/** What a person may do with a tribe. The server decides again; this is what the screens offer. */
export interface TribeRights {
  /** Sees posts and members. */
  read: boolean;
  /** Sees who is in it. */
  seeMembers: boolean;
  /** Edits the tribe and decides requests to join. */
  moderate: boolean;
  delete: boolean;
  leave: boolean;
}

/** The rights of specification 2, section 6, by membership and site role. */
export function rightsIn(tribe: Pick<Tribe, 'id' | 'membership'>, isSiteAdmin: boolean): TribeRights {
  const role = tribe.membership?.status === 'active' ? tribe.membership.role : null;
  const isHominini = tribe.id === homininiId;
  return {
    read: role !== null || isSiteAdmin || isHominini,
    seeMembers: role !== null || isSiteAdmin,
    moderate: isSiteAdmin || role === 'owner' || role === 'officer',
    delete: !isHominini && (isSiteAdmin || role === 'owner'),
    leave: !isHominini && role !== null && role !== 'owner',
  };
}
