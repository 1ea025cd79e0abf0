import type { Postgres } from '@tribus/kit/postgres/postgres.ts';
import { openStore, type ServiceStore } from '@tribus/kit/postgres/service-store.ts';
import type { Kysely } from 'kysely';
import { Collections } from './collections.ts';
import { Objects } from './objects.ts';
import { Reservations } from './reservations.ts';
import type { MediaDb } from './tables.ts';

const nouns = (db: Kysely<MediaDb>) => ({
  objects: new Objects(db),
  collections: new Collections(db),
  reservations: new Reservations(db),
});

export type MediaStore = ServiceStore<ReturnType<typeof nouns>>;

export const openMediaStore = (postgres: Postgres<MediaDb>): MediaStore => openStore(postgres, nouns);
