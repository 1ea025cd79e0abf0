import type { Mongo } from './mongo.ts';
import { Tombstones } from './tombstones.ts';

/** Deleted actors, checked after each write of an actor's data. */
export class DeletedActors extends Tombstones {
  constructor(mongo: Mongo) {
    super(mongo, 'gone_actors');
  }
}
