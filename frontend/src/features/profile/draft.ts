import type { SessionUser } from '../../lib/session.ts';
import { activeOf, type Membership } from '../../lib/shared-queries.ts';
import type { PublicProfile, Visibility } from './api.ts';
import type { ProfileChange } from './edit-api.ts';

type TextField = Exclude<keyof ProfileChange, 'name' | 'avatarUrl' | 'languages' | 'alturaCm' | 'profileVisibility'>;

/** The values of the form: the editable fields of the account. Empty ones are empty texts, as in the inputs. */
export interface Draft extends Record<TextField, string> {
  name: string;
  languages: string[];
  alturaCm: string;
  profileVisibility: Visibility;
}

export const draftOf = (me: SessionUser): Draft => ({
  name: me.name,
  bio: me.bio ?? '',
  about: me.about ?? '',
  gustos: me.gustos ?? '',
  educacion: me.educacion ?? '',
  favoriteSong: me.favoriteSong ?? '',
  favoriteMovie: me.favoriteMovie ?? '',
  mobileUsage: me.mobileUsage ?? '',
  languages: me.languages,
  sexo: me.sexo ?? '',
  alturaCm: String(me.alturaCm ?? ''),
  horoscopo: me.horoscopo ?? '',
  estadoCivil: me.estadoCivil ?? '',
  buscaAventura: me.buscaAventura ?? '',
  atraccion: me.atraccion ?? '',
  profileVisibility: me.profileVisibility,
});

/** The height in centimetres; null when empty. */
export const heightOf = ({ alturaCm }: Pick<Draft, 'alturaCm'>): number | null => Number(alturaCm) || null;

/** Returns the fields to save: an untouched field is left out, so that a concurrent change stays. */
export function findChanges(saved: Draft, draft: Draft): ProfileChange {
  const { profileVisibility, alturaCm, ...fields } = changed(saved, draft);
  return {
    ...fields,
    ...(alturaCm !== undefined && { alturaCm: heightOf(draft) }),
    ...(profileVisibility && { profileVisibility: changed(saved.profileVisibility, profileVisibility) }),
  };
}

function changed<T extends object>(before: T, after: T): Partial<T> {
  const changes: Partial<T> = {};
  for (const key of Object.keys(after) as (keyof T)[])
    if (JSON.stringify(after[key]) !== JSON.stringify(before[key])) changes[key] = after[key];
  return changes;
}

/** The viewer's own data, also where others do not see it. */
export interface OwnFacts {
  memberships: readonly Membership[];
  points: PublicProfile['gamification'] | undefined;
  /** Undefined while they are not loaded. */
  followersCount: number | undefined;
  followingCount: number | undefined;
}

/** Returns the profile as others would see it after saving; private tribes are shown to their members only. */
export function buildPreview(me: SessionUser, draft: Draft, own: OwnFacts): PublicProfile {
  const { profileVisibility, name, ...fields } = draft;
  const shown = Object.entries({
    ...fields,
    alturaCm: heightOf(draft),
    photos: me.photos,
    tribes: tribesOf(own.memberships).filter(({ isPrivate }) => !isPrivate),
    gamification: own.points,
  });
  const keyOf = (key: string) => (key === 'gamification' ? 'progress' : key) as keyof Visibility;
  return {
    id: me.id,
    isAgent: false,
    createdAt: me.createdAt,
    followersCount: own.followersCount ?? 0,
    followingCount: own.followingCount ?? 0,
    following: false,
    canFollow: false,
    canMessage: false,
    ...Object.fromEntries(shown.filter(([key]) => profileVisibility[keyOf(key)])),
    name,
    avatarUrl: me.avatarUrl,
  };
}

/** The tribes of which the viewer is an active member, as a profile lists them. */
export const tribesOf = (memberships: readonly Membership[]) =>
  activeOf(memberships).map(({ tribe }) => ({ ...tribe, inCommon: false }));
