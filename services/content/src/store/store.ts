import type { Postgres } from '@tribus/kit/postgres/postgres.ts';
import { openStore, type ServiceStore, type StoreTx } from '@tribus/kit/postgres/service-store.ts';
import type { Kysely } from 'kysely';
import { Activity } from './activity.ts';
import { Comments } from './comments.ts';
import { PictureAccess } from './picture-access.ts';
import { Posts } from './posts.ts';
import { Reactions } from './reactions.ts';
import type { ContentDb } from './tables.ts';

const nouns = (db: Kysely<ContentDb>) => ({
  posts: new Posts(db),
  comments: new Comments(db),
  reactions: new Reactions(db),
  activity: new Activity(db),
  pictureAccess: new PictureAccess(db),
});

export type ContentStore = ServiceStore<ReturnType<typeof nouns>>;
export type ContentTx = StoreTx<ReturnType<typeof nouns>>;

export const openContentStore = (postgres: Postgres<ContentDb>): ContentStore => openStore(postgres, nouns);
