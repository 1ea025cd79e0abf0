import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { Redis } from 'ioredis';
import { BSON, MongoClient } from 'mongodb';
import { type Answer, Caller, type Person, passwordOf } from './people.ts';
import { png } from './pictures.ts';
import { tellEverywhere } from './tell-everywhere.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

let own: TestSystem;
beforeAll(async () => {
  own = await startTestSystem({ topology: 'one', ownStores: true, env: { LOG_LEVEL: 'debug' } });
});
afterAll(() => own.close());

const services = ['identity', 'tribes', 'content', 'gamification', 'agents', 'media'];
/** Folders of stores that are asked instead: what they keep of what was deleted is theirs to write over. */
const asked = new Set(['postgres', 'mongodb', 'redis']);

/**
 * Where a text stands in the stores, the files and the logs of the system: `service.schema.table.column`,
 * `database.collection.field`, `redis:key`, `folder/`.
 */
async function placesOf(text: string): Promise<string[]> {
  const inPostgres = await Promise.all(services.map((service) => columnsWith(service, text)));
  const folders = await readdir(own.dataDir);
  const inFiles = await Promise.all(folders.filter((name) => !asked.has(name)).map((name) => foldersWith(name, text)));
  return [...inPostgres.flat(), ...(await fieldsWith(text)), ...(await keysWith(text)), ...inFiles.flat()].sort();
}

/** What tells the databases and keys of one test system from those of another says nothing here. */
const withoutNamespace = (name: string): string => name.replace(/^test_[0-9a-f]{8}_?/, '');

async function columnsWith(service: string, text: string): Promise<string[]> {
  const tables = await own.sql(
    service,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const hex = Buffer.from(text).toString('hex');
  const found: string[] = [];
  // One after the other: all tables at once would be more connections than a database takes.
  for (const { name } of tables) {
    const columns = await own.sql(
      service,
      `select distinct field.name from ${name} as stored, jsonb_each_text(to_jsonb(stored)) as field (name, content)
       where field.content like any ($1)`,
      [[`%${text}%`, `%${hex}%`]],
    );
    found.push(...columns.map((column) => `${service}.${name}.${column.name}`));
  }
  return found;
}

/** Within binaries, too. */
async function fieldsWith(text: string): Promise<string[]> {
  const client = await MongoClient.connect(own.system.stores.urls.mongodb);
  try {
    const { databases } = await client.db('admin').admin().listDatabases();
    const places = new Set<string>();
    for (const { name } of databases)
      for (const collection of await client.db(name).collections())
        for await (const document of collection.find())
          for (const [field, value] of Object.entries(document))
            if (Buffer.from(BSON.serialize({ value })).includes(text))
              places.add(`${withoutNamespace(name)}.${collection.collectionName}.${field}`);
    return [...places];
  } finally {
    await client.close();
  }
}

async function keysWith(text: string): Promise<string[]> {
  const redis = new Redis(own.system.stores.urls.redis);
  const read: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, '0', '-1'),
    list: (key) => redis.lrange(key, 0, -1),
  };
  try {
    const keys = await redis.keys('*');
    const places = await Promise.all(
      keys.map(async (key) => {
        const type = await redis.type(key);
        // It ended meanwhile.
        if (type === 'none') return [];
        const readIt = read[type];
        if (!readIt) throw new Error(`nobody looks into ${type}`);
        return JSON.stringify([key, await readIt(key)]).includes(text)
          ? [`redis:${withoutNamespace(key).replace(text, '')}`]
          : [];
      }),
    );
    return places.flat();
  } finally {
    redis.disconnect();
  }
}

async function foldersWith(folder: string, text: string): Promise<string[]> {
  const root = join(own.dataDir, folder);
  const files = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        const content = await readFile(path, 'utf8').catch(() => '');
        return path.includes(text) || content.includes(text);
      }),
  );
  return found.includes(true) ? [`${folder}/`] : [];
}

const countPictures = async (): Promise<number> =>
  Number((await own.sql('media', 'select count(*) as count from objects'))[0]?.count);

/** A tribe with a vibe and a message in its chat, whose owner stays. */
async function openPlace() {
  const host = await own.newcomer('anfitriona');
  const { id } = await host.createTribe(`Lugar ${host.id}`);
  const vibe = await host.publish(id, { kind: 'story', tags: 'chill', pictures: [await png()] });
  const message = (await host.post(`/tribes/${id}/chat`, { content: 'hola a todos' })).body;
  return { host, id, vibe: vibe.id as string, message: message.id as string };
}

/** Somebody comes into the place, answers and reacts to what is there, is silenced and appeals. */
async function takePart(
  leaver: Person,
  word: string,
  { host, id, vibe, message }: Awaited<ReturnType<typeof openPlace>>,
) {
  const done = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    if (status > 201) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  await done(leaver.join(id));
  await done(leaver.post('/user/heartbeat'));
  // What is said to others stays with them, so it does not have the word.
  await done(leaver.post(`/tribes/${id}/chat`, { content: 'esto queda en el chat', parentId: message }));
  await done(leaver.post(`/tribes/${id}/chat/${message}/reaction`, { type: 'like' }));
  await done(leaver.post(`/vibes/${vibe}/reactions`, { emoji: '❤️' }));
  await done(leaver.post('/stream/ticket'));
  const theirs = await leaver.publish(id, { kind: 'story', content: word, tags: 'chill', pictures: [await png()] });
  await done(host.post(`/vibes/${theirs.id}/reactions`, { emoji: '❤️' }));
  await done(host.post(`/tribes/${id}/posts/${theirs.id}/reactions`, { type: 'like' }));
  const admin = await own.admin();
  const sanction = { kind: 'silence', reason: 'spam', message: `Cuidado, ${word}: basta de anuncios` };
  await done(admin.post(`/admin/users/${leaver.id}/sanctions`, sanction));
  const { items } = await done(leaver.get('/auth/me/sanctions'));
  await done(leaver.post(`/auth/me/sanctions/${items[0].id}/appeal`, { text: `No he sido yo, de verdad: ${word}` }));
  await own.settled();
}

/** Mails are what was sent before; a system without a mail server keeps them as files. */
const keepsWords = new Set(['mail/']);

/** Where the id of who is gone may stand: a number that leads to nobody. */
const keepsIds = new Set([
  // So that nothing is written for them any more.
  ...['agents', 'content', 'tribes'].map((service) => `${service}.public.gone_actors.actor_id`),
  ...['messaging', 'vibes_realtime'].map((service) => `${service}.gone_actors._id`),
  'gamification.public.gone.id',
  // What was done, for a year.
  'identity.public.audit_log.actor_id',
  'identity.public.audit_log.target_id',
  // What they said to others, under no name; the place of a comment under which others replied.
  'content.public.comments.author_id',
  'messaging.chat_messages.userId',
  'messaging.direct_messages.conversation',
  'messaging.direct_messages.fromUserId',
  ...['_id', 'lastMessage', 'people'].map((field) => `messaging.direct_conversations.${field}`),
  // For which like somebody else has a point.
  'gamification.public.ledger.cause_id',
  // Events, for seven days; they carry ids alone.
  ...['content', 'gamification', 'identity', 'tribes'].flatMap((service) =>
    ['key', 'payload'].map((column) => `${service}.public.outbox.${column}`),
  ),
  ...['messaging', 'vibes_realtime'].flatMap((service) =>
    ['key', 'payload'].map((field) => `${service}.published_events.${field}`),
  ),
  'nats/',
  // Who asked for what, until a log file is full; how often, for a minute.
  'log/',
  'redis:gateway:limit-user:',
]);

test('within a minute nothing of who deletes their account is left in any store, file or log', async () => {
  const place = await openPlace();
  await own.settled();
  const pictures = await countPictures();
  const word = `marca${randomBytes(6).toString('hex')}`;
  const { teller: leaver } = await tellEverywhere(own, word);
  // What was written to the team goes with an address that was proved.
  await own.sql('identity', 'update users set email_verified_at = now() where id = $1', [leaver.id]);
  await takePart(leaver, word, place);
  expect(await placesOf(leaver.id)).toEqual(
    expect.arrayContaining(['messaging.chat_messages.likes', 'redis:identity:presence', 'vibes_realtime.vibes.events']),
  );
  expect(await placesOf(word)).toEqual(
    expect.arrayContaining([
      'content.public.comments.content',
      'content.public.posts.content',
      'identity.public.sanctions.appeal',
      'identity.public.sanctions.message',
      'identity.public.tasks.title',
      'identity.public.users.email',
    ]),
  );
  expect(await countPictures()).toBeGreaterThan(pictures);

  const stream = await leaver.listen('/stream');
  const began = Date.now();
  const wrong = await leaver.call('DELETE', '/auth/me/account', { confirmPassword: 'no es' });
  expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password']);
  const gone = await leaver.call('DELETE', '/auth/me/account', { confirmPassword: passwordOf(leaver.email) });
  expect([gone.status, gone.body]).toEqual([200, { success: true }]);
  await until(async () => (await leaver.get('/auth/me')).status === 401, 'the session is over');
  await until(async () => stream.ended, 'their stream is closed');

  const left = async () => [
    ...(await placesOf(word)).filter((where) => !keepsWords.has(where)),
    ...(await placesOf(leaver.id)).filter((where) => !keepsIds.has(where)).map((where) => `id in ${where}`),
  ];
  await until(async () => (await left()).length === 0, 'nothing is left').catch(async () => {
    expect(await left()).toEqual([]);
  });
  await until(async () => (await countPictures()) === pictures, 'their pictures are gone');
  expect(Date.now() - began).toBeLessThan(60_000);
  const again = await own.visitor.post('/auth/register', { email: leaver.email, password: 'otra-clave' });
  expect(again.status).toBe(201);
  // What was imposed on the account goes on; it was kept under a hash of the address alone.
  const { items } = await new Caller(own.visitor.url, again.body.token).read('/auth/me/sanctions');
  expect(items).toMatchObject([{ kind: 'silence', reason: 'spam', appeal: null }]);
}, 150_000);

test('the one admin who is left cannot delete their account', async () => {
  const admin = await own.admin();
  const refused = await admin.call('DELETE', '/auth/me/account', { confirmPassword: 'a-password-for-tests' });
  expect([refused.status, refused.body.code]).toEqual([409, 'last_admin']);
});
