import { DeletedActors } from '@tribus/kit/mongo/deleted-actors.ts';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import { type MongoServiceStore, openMongoStore } from '@tribus/kit/mongo/service-store.ts';
import { Tombstones } from '@tribus/kit/mongo/tombstones.ts';
import { errors } from '../errors.ts';
import { Budgets } from './budgets.ts';
import { Chat } from './chat.ts';
import { FanOutProgress } from './fan-out-progress.ts';
import { Messages } from './messages.ts';
import { Notifications } from './notifications.ts';
import { SlowModeStore } from './slow-mode.ts';
import { WaitingNotifications } from './waiting-notifications.ts';

const nouns = (mongo: Mongo) => ({
  deletedActors: new DeletedActors(mongo),
  deletedTribes: new Tombstones(mongo, 'deleted_tribes'),
  chat: new Chat(mongo),
  slowMode: new SlowModeStore(mongo),
  messages: new Messages(mongo),
  notifications: new Notifications(mongo),
  waitingNotifications: new WaitingNotifications(mongo),
  budgets: new Budgets(mongo),
  fanOutProgress: new FanOutProgress(mongo),
});

export type MessagingStore = MongoServiceStore<ReturnType<typeof nouns>>;

/** Throws 503 `messaging_unavailable` while the database is unavailable (decisions.md 5). */
export const openMessagingStore = (mongo: Mongo): MessagingStore =>
  openMongoStore(mongo, nouns, {
    unavailable: (cause) => errors.fail('messaging_unavailable', undefined, { cause, retryAfter: 5 }),
  });
