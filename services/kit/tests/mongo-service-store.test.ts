import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Collection } from 'mongodb';
import { systemClock } from '../core/clock.ts';
import { asAppError, defineErrors } from '../core/errors.ts';
import { withEvents } from '../mongo/embedded-events.ts';
import { type Mongo, openMongo } from '../mongo/mongo.ts';
import { openMongoStore } from '../mongo/service-store.ts';
import { type MongoBench, openMongoBench } from '../testing/mongo.ts';
import { testContext } from '../testing/service.ts';
import { ThingMade } from '../testing/things.ts';

const errors = defineErrors({
  things_unavailable: { status: 503, es: 'No hay cosas.', en: 'There are no things.', zh: '没有东西。' },
});
const unavailable = (cause: unknown) => errors.fail('things_unavailable', undefined, { cause, retryAfter: 5 });

class Things {
  readonly #things: Collection<{ _id: string }>;

  constructor(mongo: Mongo) {
    this.#things = mongo.collection('things');
  }

  count(): Promise<number> {
    return this.#things.countDocuments();
  }

  async add(thing: { _id: string }): Promise<void> {
    await this.#things.insertOne(thing);
  }

  refuse(): Promise<never> {
    return Promise.reject(new RangeError('no such thing'));
  }
}

/** A second noun, which must behave like the first. */
class Others extends Things {}

const nouns = (mongo: Mongo) => ({ things: new Things(mongo), others: new Others(mongo) });

let bench: MongoBench & { mongo: Mongo };
// Short time limits: no server will respond.
const offline = testContext('offline', systemClock, 1);

beforeAll(async () => {
  bench = await openMongoBench('things');
});
afterAll(async () => {
  await offline.close();
  await bench.close();
});

test('during an outage of the database every noun of a store throws the service’s error, with its cause', async () => {
  const mongo = await openMongo(offline, { url: 'mongodb://127.0.0.1:1/nada' });
  const store = openMongoStore(mongo, nouns, { unavailable });
  for (const noun of [store.things, store.others]) {
    const error = await noun.count().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'things_unavailable', status: 503, retryAfter: 5 });
    expect(error).toHaveProperty('cause.name', expect.stringMatching(/^Mongo/));
  }
  // Without an own error the default one is thrown.
  const error = await openMongoStore(mongo, nouns)
    .others.count()
    .catch((caught: unknown) => caught);
  expect(asAppError(error)).toMatchObject({ code: 'unavailable', status: 503 });
});

test('a store writes the events of its documents, and rethrows errors other than outages', async () => {
  const store = openMongoStore(bench.mongo, nouns, { unavailable });
  const event = store.event(ThingMade, { name: 'one' });
  await store.things.add(withEvents({ _id: 'one' }, [event]));
  expect(await store.things.count()).toBe(1);
  expect(await bench.mongo.collection('things').findOne()).toMatchObject({ outbox: [{ _id: event._id }] });
  await expect(store.things.refuse()).rejects.toThrow(RangeError);
});
