import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { statementsOfVisitors } from '@tribus/kit/testing/statements.ts';
import { type Bench, openBench } from './bench.ts';
import { MailServer } from './mail-server.ts';

let mailServer: MailServer;
let bench: Bench;
beforeAll(async () => {
  mailServer = await MailServer.open();
  const SMTP_URL = `smtp://127.0.0.1:${mailServer.port}`;
  bench = await openBench({ SMTP_URL, MAIL_FROM: 'hola@tribus.test', CONTACT_EMAIL: 'equipo@tribus.test' });
});
afterAll(async () => {
  await bench.close();
  await mailServer.close();
});

const forgot = (email: string) => bench.service.as().post('/auth/forgot-password', { email });

const workOf = async (email: string) => {
  const { result, statements } = await statementsOfVisitors(() => forgot(email));
  return { status: result.status, body: result.body, headers: [...result.headers.keys()], statements };
};

test('known, unknown and Google-only addresses get the same response after the same work', async () => {
  const [known, google] = [await bench.register(), await bench.register()];
  await bench.removePassword(google.id);
  const first = await workOf(known.email);
  expect(first.statements.length).toBeGreaterThan(0);
  for (const email of [`${unique('nobody')}@tribus.test`, google.email, known.email])
    expect(await workOf(email)).toEqual(first);
});
