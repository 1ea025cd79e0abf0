import type { SessionUser } from '../../lib/session.ts';
import type { PublicProfile, Visibility } from './api.ts';
import type { ProfileChange } from './edit-api.ts';

/** The values of the form: the editable fields of the account. */
export type Draft = Pick<SessionUser, Exclude<keyof ProfileChange, 'avatarUrl'>>;

export const draftOf = (me: SessionUser): Draft => ({
  name: me.name,
  bio: me.bio,
  about: me.about,
  gustos: me.gustos,
  educacion: me.educacion,
  favoriteSong: me.favoriteSong,
  favoriteMovie: me.favoriteMovie,
  mobileUsage: me.mobileUsage,
  languages: me.languages,
  sexo: me.sexo,
  alturaCm: me.alturaCm,
  horoscopo: me.horoscopo,
  estadoCivil: me.estadoCivil,
  buscaAventura: me.buscaAventura,
  atraccion: me.atraccion,
  profileVisibility: me.profileVisibility,
});

/** Returns the fields to save: an untouched field is left out, so that a concurrent change stays. */
export function findChanges(saved: Draft, draft: Draft): ProfileChange {
  const { profileVisibility, ...fields } = changed(saved, draft);
  return {
    ...fields,
    ...(profileVisibility && { profileVisibility: changed(saved.profileVisibility, profileVisibility) }),
  };
}

function changed<T extends object>(before: T, after: T): Partial<T> {
  const changes: Partial<T> = {};
  for (const key of Object.keys(after) as (keyof T)[])
    if (JSON.stringify(after[key]) !== JSON.stringify(before[key])) changes[key] = after[key];
  return changes;
}

/** Returns the profile as others would see it after saving; `known` is how they see it now. */
export function buildPreview(me: SessionUser, draft: Draft, known: PublicProfile | undefined): PublicProfile {
  const { profileVisibility, name, ...fields } = draft;
  const shown = Object.entries({
    ...fields,
    photos: me.photos,
    tribes: known?.tribes,
    gamification: known?.gamification,
  });
  const keyOf = (key: string) => (key === 'gamification' ? 'progress' : key) as keyof Visibility;
  return {
    id: me.id,
    isAgent: false,
    createdAt: me.createdAt,
    followersCount: known?.followersCount ?? 0,
    followingCount: known?.followingCount ?? 0,
    following: false,
    canFollow: false,
    canMessage: false,
    ...Object.fromEntries(shown.filter(([key]) => profileVisibility[keyOf(key)])),
    name,
    avatarUrl: me.avatarUrl,
  };
}
