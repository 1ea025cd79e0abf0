import { expect, test } from '@jest/globals';
import { bootService } from '@tribus/kit/testing/service.ts';
import { identity } from '../src/service.ts';
import { type Bench, newSigningKey, openBench, password, signedInUser } from './bench.ts';
import { MailServer } from './mail-server.ts';
import { mailedToken } from './mailbox.ts';

const admin = { ADMIN_EMAIL: 'admin@tribus.test', ADMIN_PASSWORD: 'tribus-admin' };

/** Replicas of the service over the same stores, all started concurrently. */
async function startCopies(bench: Bench, count: number): Promise<void> {
  const nobody = '127.0.0.1:1';
  const names = ['TRIBES', 'MEDIA', 'GAMIFICATION', 'CONTENT', 'MESSAGING', 'VIBES_REALTIME'];
  const peers = Object.fromEntries(names.map((name) => [`${name}_GRPC`, nobody]));
  const env = { ...bench.stores.env, JWT_PRIVATE_KEY: newSigningKey(), ...peers, ...admin };
  const copies = await Promise.all(Array.from({ length: count }, () => bootService(identity, env)));
  await Promise.all(copies.map((copy) => copy.stop()));
}

test('the first admin exists after the first start, and a restart changes nothing', async () => {
  const bench = await openBench();
  await startCopies(bench, 3);
  const first = await bench.logIn(admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD);
  expect(first.body.user).toMatchObject({ email: admin.ADMIN_EMAIL, name: 'admin', role: 'admin' });
  await startCopies(bench, 1);
  const { sessionId, id } = signedInUser(first);
  const { sessions } = await bench.rpc.resolveSessions({ sessionIds: [sessionId] });
  expect(sessions).toMatchObject([{ userId: id, role: 'admin' }]);
  await bench.close();
});

test('a person who registered the admin’s address earlier does not become admin', async () => {
  const bench = await openBench();
  const squatter = await bench.register(admin.ADMIN_EMAIL);
  const { db } = await bench.openDatabase();
  const [userId, createdAt] = [squatter.id, new Date()];
  const credential = { id: userId, userId, credentialId: 'x', publicKey: Buffer.from('x'), counter: 0 };
  const passkey = { ...credential, transports: '', name: 'x', createdAt, lastUsedAt: null };
  await db.insertInto('passkeys').values(passkey).execute();
  await db.insertInto('secondFactors').values({ userId, secret: 'x', createdAt, enabledAt: createdAt }).execute();
  await startCopies(bench, 2);
  const { sessions } = await bench.rpc.resolveSessions({ sessionIds: [squatter.sessionId] });
  expect(sessions).toEqual([]);
  expect((await bench.logIn(admin.ADMIN_EMAIL, password)).status).toBe(401);
  expect(await db.selectFrom('passkeys').select('id').execute()).toEqual([]);
  const response = await bench.logIn(admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD);
  expect(response.body.user).toMatchObject({ id: squatter.id, role: 'admin' });
  await bench.close();
});

test('a silenced and suspended person who has the admin’s address becomes an admin who is able to act', async () => {
  const bench = await openBench({ ...admin, ADMIN_EMAIL: 'anterior@tribus.test' });
  const former = bench.service.as(signedInUser(await bench.logIn('anterior@tribus.test', admin.ADMIN_PASSWORD)).actor);
  const [owner, member] = [await bench.register(admin.ADMIN_EMAIL), await bench.register()];
  const silence = { kind: 'silence', reason: 'spam', message: 'El mismo anuncio muchas veces.', endsAt: null };
  for (const kind of ['silence', 'suspension'])
    expect((await former.post(`/admin/users/${owner.id}/sanctions`, { ...silence, kind })).status).toBe(201);
  await startCopies(bench, 1);
  const promoted = bench.service.as(signedInUser(await bench.logIn(admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD)).actor);
  const { body } = await promoted.get(`/admin/users/${owner.id}/sanctions`);
  expect(body.items.map(({ endCause }: { endCause: string }) => endCause)).toEqual(['lifted', 'lifted']);
  expect((await promoted.post(`/admin/users/${member.id}/sanctions`, silence)).status).toBe(201);
  await bench.close();
});

test('a restart appoints no second admin after the first one has replaced an unverified address', async () => {
  const mailServer = await MailServer.open();
  const bench = await openBench({ ...admin, ...mailServer.settings, PUBLIC_URL: 'https://tribus.example' });
  const { id, actor } = signedInUser(await bench.logIn(admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD));
  const [first, email] = [bench.service.as(actor), 'correcta@tribus.test'];
  await first.put('/auth/me/email', { email, currentPassword: admin.ADMIN_PASSWORD });
  const token = await mailedToken(mailServer, email, 'confirm-email');
  expect((await first.post('/auth/email/confirm', { token })).status).toBe(200);
  await startCopies(bench, 2);
  const { db } = await bench.openDatabase();
  const admins = () => db.selectFrom('users').select(['id', 'email']).where('role', '=', 'admin').execute();
  expect(await admins()).toEqual([{ id, email }]);
  const newcomer = await bench.register(admin.ADMIN_EMAIL);
  await startCopies(bench, 1);
  expect(await admins()).toEqual([{ id, email }]);
  expect((await bench.rpc.resolveSessions({ sessionIds: [newcomer.sessionId] })).sessions).toHaveLength(1);
  await bench.close();
  await mailServer.close();
});

test('a restart does not prevent the first admin from undoing a change of their address', async () => {
  const mailServer = await MailServer.open();
  const bench = await openBench({ ...admin, ...mailServer.settings, PUBLIC_URL: 'https://tribus.example' });
  const { id, actor } = signedInUser(await bench.logIn(admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD));
  const [thief, email] = [bench.service.as(actor), 'ladrona@tribus.test'];
  await thief.post('/auth/verify-email/resend', {});
  const verification = await mailedToken(mailServer, admin.ADMIN_EMAIL, 'verify-email');
  expect((await thief.post('/auth/verify-email', { token: verification })).status).toBe(200);
  await thief.put('/auth/me/email', { email, currentPassword: admin.ADMIN_PASSWORD });
  const token = await mailedToken(mailServer, email, 'confirm-email');
  expect((await thief.post('/auth/email/confirm', { token })).status).toBe(200);
  const link = await mailedToken(mailServer, admin.ADMIN_EMAIL, 'undo-email');
  await startCopies(bench, 2);
  expect((await bench.service.as().post('/auth/email/undo', { token: link })).body).toEqual({
    email: admin.ADMIN_EMAIL,
  });
  const { db } = await bench.openDatabase();
  expect(await db.selectFrom('users').select(['id', 'email', 'role']).execute()).toEqual([
    { id, email: admin.ADMIN_EMAIL, role: 'admin' },
  ]);
  await bench.close();
  await mailServer.close();
});
