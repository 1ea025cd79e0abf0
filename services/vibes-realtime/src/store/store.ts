import type { Context } from '@tribus/kit/core/context.ts';
import { DeletedActors } from '@tribus/kit/mongo/deleted-actors.ts';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import { type MongoServiceStore, openMongoStore } from '@tribus/kit/mongo/service-store.ts';
import { Reactions } from './reactions.ts';
import { Tickets } from './tickets.ts';

const nouns = (mongo: Mongo, ctx: Context) => ({
  deletedActors: new DeletedActors(mongo),
  reactions: new Reactions(mongo, () => ctx.clock.now()),
  tickets: new Tickets(mongo),
});

export type VibesStore = MongoServiceStore<ReturnType<typeof nouns>>;

export const openVibesStore = (mongo: Mongo, ctx: Context): VibesStore =>
  openMongoStore(mongo, (opened) => nouns(opened, ctx));
