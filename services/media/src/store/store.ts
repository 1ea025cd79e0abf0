import type { Postgres } from '@tribus/kit/postgres/postgres.ts';
import { openStore, type ServiceStore, type StoreTx } from '@tribus/kit/postgres/service-store.ts';
import type { Kysely } from 'kysely';
import { Collections } from './collections.ts';
import { Conversions } from './conversions.ts';
import { ObjectLocations } from './object-locations.ts';
import { Objects } from './objects.ts';
import { Reservations } from './reservations.ts';
import { ResumableUploads } from './resumable-uploads.ts';
import { Stores } from './stores.ts';
import type { MediaDb } from './tables.ts';
import { Uploads } from './uploads.ts';
import { VideoMetadata } from './video-metadata.ts';

const nouns = (db: Kysely<MediaDb>) => ({
  objects: new Objects(db),
  conversions: new Conversions(db),
  locations: new ObjectLocations(db),
  stores: new Stores(db),
  collections: new Collections(db),
  reservations: new Reservations(db),
  uploads: new Uploads(db),
  resumableUploads: new ResumableUploads(db),
  videoMetadata: new VideoMetadata(db),
});

export type MediaStore = ServiceStore<ReturnType<typeof nouns>>;
export type MediaTx = StoreTx<ReturnType<typeof nouns>>;

export const openMediaStore = (postgres: Postgres<MediaDb>) => openStore(postgres, nouns);
