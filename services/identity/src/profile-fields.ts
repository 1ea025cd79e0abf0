import type { Profile, ProfileVisibility } from '../api/profile.ts';
import { profileVisibilityDefaults } from '../limits.ts';
import type { Account } from './store/users.ts';

/** Visibility of each field: the user's choices over the defaults. */
export const visibilityOf = ({ visibility }: Pick<Account, 'visibility'>): ProfileVisibility => ({
  ...profileVisibilityDefaults,
  ...visibility,
});

/** All profile fields; null for those that are empty. */
export const profileOf = ({ profile }: Pick<Account, 'profile'>): Profile => ({
  bio: null,
  about: null,
  gustos: null,
  educacion: null,
  favoriteSong: null,
  favoriteMovie: null,
  mobileUsage: null,
  languages: [],
  sexo: null,
  alturaCm: null,
  horoscopo: null,
  estadoCivil: null,
  buscaAventura: null,
  atraccion: null,
  ...profile,
});
