import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { StubBucket } from '@tribus/kit/testing/bucket.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { unzipSync } from 'fflate';
import { MailServer, type TakenMail } from '../../services/identity/tests/mail-server.ts';
import { mailsTo } from '../../services/identity/tests/mailbox.ts';
import { createMarkedAuthor, succeeded } from './marked-author.ts';
import { type Person, passwordOf } from './people.ts';
import { closeTable, type TableGate } from './table-gate.ts';
import { testWithOwnSystem as test } from './targets.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';
import { countPictures, remainsOf } from './text-locations.ts';

let bucket: StubBucket;
let mail: MailServer;
let system: TestSystem;
beforeAll(async () => {
  [bucket, mail] = await Promise.all([StubBucket.open(), MailServer.open()]);
  const { endpoint, region, bucket: name, accessKeyId, secretAccessKey } = bucket.options;
  const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  const objects = { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: name, ...keys };
  system = await startTestSystem({ topology: 'many', env: { ...objects, ...mail.settings } });
});
const gates: TableGate[] = [];
afterEach(() => openGates());
afterAll(async () => {
  await system.close();
  await Promise.all([bucket.close(), mail.close()]);
});

async function close(service: string, table: string, reads = false): Promise<TableGate> {
  const gate = await closeTable(system, service, table, reads);
  gates.push(gate);
  return gate;
}

const openGates = async (): Promise<void> => void (await Promise.all(gates.splice(0).map((gate) => gate.open())));

/** Holds what calls it until `release`; `count` of them have arrived so far. */
class Holder {
  count = 0;
  #release: () => void = () => undefined;
  readonly #released = new Promise<void>((resolve) => {
    this.#release = resolve;
  });

  readonly hold = async (): Promise<void> => {
    this.count += 1;
    await this.#released;
  };

  release(): void {
    this.#release();
  }
}

const withJobs = ['identity', 'tribes', 'content', 'gamification', 'agents', 'media'];

const kill = (...names: string[]) => Promise.all(names.map((name) => system.system.service(name).kill()));

/** Starts killed services; the leases of their jobs have expired by then. */
async function startAgain(...names: string[]): Promise<void> {
  const expire = "update job_workers set alive_until = now() - interval '1 second'";
  await Promise.all(names.filter((name) => withJobs.includes(name)).map((name) => system.sql(name, expire)));
  await Promise.all(names.map((name) => system.system.service(name).start()));
}

const unfinishedJobs = (service: string, like: string) =>
  system.sql(service, 'select task_identifier from graphile_worker.jobs where task_identifier like $1', [like]);

const messageIdOf = ({ raw }: TakenMail): string => /^Message-ID: (.*)\r$/im.exec(raw)?.[1] ?? '';

test('mails of a killed process arrive after its restart, again only if the server had taken them, under one id', async () => {
  const [accepted, late] = [new Holder(), new Holder()];
  mail.beforeReply = accepted.hold;
  const ana = await system.newcomer('ana');
  await until(() => accepted.count === 1, 'the server has taken the mail to Ana');
  const form = { name: 'Eva', email: `eva.${ana.id}@tribus.test`, subject: 'other', message: 'Buenas tardes' };
  await succeeded(system.visitor.post('/contact', form));
  await until(() => accepted.count === 2, 'the server has taken the contact message');
  mail.beforeRecipient = late.hold;
  const beto = await system.newcomer('beto');
  await until(() => late.count === 1, 'the server has not taken the mail to Beto');

  await kill('identity');
  mail.beforeRecipient = async () => undefined;
  mail.beforeReply = async () => undefined;
  for (const holder of [accepted, late]) holder.release();
  await startAgain('identity');

  await until(async () => (await unfinishedJobs('identity', 'send%')).length === 0, 'all mails are sent');
  const received = {
    ana: mailsTo(mail, ana.email, '/verify-email'),
    beto: mailsTo(mail, beto.email, '/verify-email'),
    eva: mail.taken.filter(({ raw }) => raw.includes(form.email)),
  };
  expect([received.ana.length, received.beto.length, received.eva.length]).toEqual([2, 1, 2]);
  for (const mails of Object.values(received)) expect(new Set(mails.map(messageIdOf)).size).toBe(1);
  const states = await system.sql('identity', 'select mail from contact_messages where email = $1', [form.email]);
  expect(states).toEqual([{ mail: 'sent' }]);
});

const exportOf = async (person: Person) => (await person.read('/auth/me/data-export')).export;
const archives = () => bucket.keys().filter((key) => key.startsWith('archive/'));

/** The number of archives that media has stored or refused. */
async function storesEnded(): Promise<number> {
  const page = await (await fetch(`${system.system.service('media').opsUrl}/metrics`)).text();
  const counts = page.matchAll(/^grpc_server_handling_seconds_count\{.*StoreArchive.* (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

test('a data export whose process is killed while it reads or stores is made again, and only that one remains', async () => {
  const [ana, before] = [await system.newcomer('ana'), await storesEnded()];
  const gate = await close('content', 'views', true);
  await succeeded(ana.post('/auth/me/data-export'));
  await gate.reached();
  await kill('identity');
  await gate.open();
  const storing = new Holder();
  bucket.beforePut = async (key) => {
    if (key.startsWith('archive/')) await storing.hold();
  };
  await startAgain('identity');
  await until(() => storing.count === 1, 'media stores the archive');
  expect(await exportOf(ana)).toMatchObject({ state: 'working', url: null });
  expect(archives()).toEqual([]);
  await kill('identity');
  bucket.beforePut = async () => undefined;
  await startAgain('identity');
  await until(async () => (await exportOf(ana)).state === 'ready', 'the export is made again');
  const made = archives();
  expect(made).toHaveLength(1);
  storing.release();
  const rows = () => system.sql('media', "select key from objects where purpose = 'archive'");
  await until(async () => (await storesEnded()) === before + 3, 'media has ended the first call, too');
  expect([archives(), await rows()]).toEqual([made, [{ key: made[0] }]]);
  const response = await ana.fetch((await exportOf(ana)).url);
  expect(response.status).toBe(200);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['README.txt', 'account.json', 'points-history.json']));
  expect(await unfinishedJobs('identity', '%xport%')).toEqual([]);
});

test('an account whose deletion is killed in every service at once is deleted completely after the restart', async () => {
  const [pictures, blobs] = [await countPictures(system), bucket.keys().toSorted()];
  const word = `marca${randomBytes(6).toString('hex')}`;
  const { author } = await createMarkedAuthor(system, word);
  await system.sql('identity', 'update users set email_verified_at = now() where id = $1', [author.id]);
  const admin = await system.admin();
  await succeeded(admin.post('/admin/agents', { userId: author.id }));
  await system.settled();
  const deleting = new Holder();
  bucket.beforeAll = async (url) => {
    if (url.includes('?delete')) await deleting.hold();
  };
  for (const [service, table] of [
    ['identity', 'follows'],
    ['content', 'reactions'],
    ['gamification', 'contributions'],
    ['tribes', 'stays'],
    ['agents', 'actions'],
  ] as const)
    await close(service, table);
  const deletion = await author.call('DELETE', '/auth/me/account', { confirmPassword: passwordOf(author.email) });
  expect(deletion.status).toBe(200);
  // At an unknown point of their work.
  const others = ['messaging', 'vibes-realtime'];
  await kill(...others);
  await Promise.all(gates.map((gate) => gate.reached()));
  await until(() => deleting.count > 0, 'media deletes pictures');
  await kill(...withJobs);
  await openGates();
  bucket.beforeAll = async () => undefined;
  deleting.release();
  await startAgain(...withJobs, ...others);

  const left = () => remainsOf(system, author.id, word);
  await until(async () => (await left()).length === 0, 'nothing is left').catch(async () => {
    expect(await left()).toEqual([]);
  });
  await until(async () => (await countPictures(system)) === pictures, 'their pictures are deleted');
  expect(bucket.keys().toSorted()).toEqual(blobs);
});

test('an agent killed during an action carries out each action once, and members can write meanwhile', async () => {
  const [ana, agent, admin] = [await system.newcomer('ana'), await system.newcomer('agente'), await system.admin()];
  const tribe = await ana.createTribe(`Acompañadas ${ana.id}`);
  await succeeded(agent.join(tribe.id));
  const posts = await Promise.all(
    Array.from({ length: 4 }, (_, index) => ana.publish(tribe.id, { content: `Hola ${index}` })),
  );
  await system.settled();
  const gate = await close('content', 'reactions');
  const config = { tribes: [tribe.id], maxActionsPerCycle: 20, dailyLimit: 50 };
  const { id } = await succeeded(admin.post('/admin/agents', { userId: agent.id, active: true, config }));
  await gate.reached();
  await kill('agents');
  await ana.publish(tribe.id, { content: 'Mientras tanto' });
  await gate.open();
  await system.sql('agents', 'update agents set last_run_at = null where id = $1', [id]);
  await startAgain('agents');
  const likes = () => system.sql('content', 'select from reactions where user_id = $1', [agent.id]);
  await until(async () => (await likes()).length === posts.length + 1, 'each post is liked');
  const actions = async () =>
    system.sql('agents', 'select type, post_id, result from actions where agent_id = $1', [id]);
  await until(async () => (await actions()).every(({ result }) => result === 'done'), 'no action is unfinished');
  await until(async () => {
    const [done, comments] = [
      await actions(),
      await system.sql('content', 'select from comments where author_id = $1', [agent.id]),
    ];
    return done.length === (await likes()).length + comments.length;
  }, 'each action has one effect');
});
