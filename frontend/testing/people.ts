import { profileVisibilityDefaults } from '@limits/identity';
import type { Schema } from '../src/lib/contract.ts';

/** A person to sign in as. */
export const lucia: Schema<'User'> = {
  id: 'u1',
  name: 'Lucía',
  email: 'lucia@tribus.test',
  role: 'user',
  avatarUrl: null,
  emailVerified: true,
  welcomed: true,
  language: 'es',
  createdAt: '2026-01-01T00:00:00.000Z',
  limitedUntil: null,
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
  profileVisibility: profileVisibilityDefaults,
  photos: [],
};
