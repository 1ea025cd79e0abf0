import type { Profile, ProfileVisibility } from '../api/profile.ts';
import { profileVisibilityDefaults } from '../limits.ts';
import type { Account } from './store/users.ts';

/** What others see of somebody: what they chose, and the defaults. */
export const visibilityOf = ({ visibility }: Pick<Account, 'visibility'>): ProfileVisibility => ({
  ...profileVisibilityDefaults,
  ...visibility,
});

/** Everything that somebody says of themselves; null where they say nothing. */
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
