import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Texts } from '@tribus/kit/core/language.ts';
import { canSeeTribe, type MembershipAccess } from './access.ts';

const unseenTribe: Texts = { es: 'Una tribu oculta', en: 'A hidden tribe', zh: '隐藏的部落' };

/**
 * Returns the tribe's name for a user's lists and notifications, or a placeholder once the tribe is invisible to the
 * viewer, because its current name may be unknown to them.
 */
export const tribeNameFor = (
  viewer: Actor,
  { tribe, status }: { tribe: MembershipAccess['tribe'] & { name: string }; status: MembershipAccess['status'] },
): string => (canSeeTribe(viewer, { tribe, status }) ? tribe.name : unseenTribe[viewer.language]);
