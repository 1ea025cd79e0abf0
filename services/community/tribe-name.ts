import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Texts } from '@tribus/kit/core/language.ts';
import { type MembershipFacts, mayKnow } from './access.ts';

const unseenTribe: Texts = { es: 'Una tribu oculta', en: 'A hidden tribe', zh: '隐藏的部落' };

/**
 * What a tribe is called in what somebody keeps of it: in their lists and in what they were told. They may have had to do
 * with it before it became invisible, and learn nothing of what it is called since.
 */
export const tribeNameFor = (
  viewer: Actor,
  { tribe, status }: { tribe: MembershipFacts['tribe'] & { name: string }; status: MembershipFacts['status'] },
): string => (mayKnow(viewer, { tribe, status }) ? tribe.name : unseenTribe[viewer.language]);
