import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { InternalTokens, userActor } from '../core/actor.ts';
import { defineService } from '../service/service.ts';
import { sendRefused } from '../testing/refused-body.ts';
import { bootService, type TestService, testSecret } from '../testing/service.ts';
import { internalHeader } from './app.ts';
import { readForm } from './multipart.ts';
import { anyone, Routes, siteAdmin } from './routes.ts';

const forms = defineService({
  name: 'forms',
  build: () => undefined,
  routes() {
    const routes = new Routes();
    const spec = { summary: 'Take', answer: z.object({}) };
    const limits = { maxFiles: 1, maxFileBytes: 1_000_000_000, fileFields: ['image'] };
    routes.post('/form', { ...spec, operationId: 'takeForm', guards: [anyone], form: z.any() }, async ({ req }) => {
      await readForm(req, limits, async () => undefined);
      return {};
    });
    const json = { ...spec, body: z.object({}) };
    routes.post('/json', { ...json, operationId: 'takeJson', guards: [anyone] }, async () => ({}));
    routes.post('/admin', { ...json, operationId: 'takeOfAdmin', guards: [siteAdmin] }, async () => ({}));
    return routes;
  },
});

let service: TestService;
beforeAll(async () => {
  service = await bootService(forms, {});
});
afterAll(() => service.stop());

const unknownFile = '--x\r\ncontent-disposition: form-data; name="other"; filename="a.png"\r\n\r\n';

const refusals: [what: string, path: string, type: string, start: string, status: number][] = [
  ['a form with an unknown file', 'form', 'multipart/form-data; boundary=x', unknownFile, 400],
  ['a JSON body of the wrong type', 'json', 'text/plain', '', 415],
  ['a JSON body above the limit', 'json', 'application/json', '{"a":"', 413],
  ['a body that its sender may not send', 'admin', 'application/json', '{"a":"', 403],
];

function send(bytes: number, [, path, type, start]: (typeof refusals)[number]) {
  const { hostname, port } = new URL(service.httpUrl);
  const token = new InternalTokens(testSecret).sign(userActor('ana'), 'forms');
  const head = [`POST /api/${path} HTTP/1.1`, 'host: x', `content-type: ${type}`, `${internalHeader}: ${token}`];
  return sendRefused(connect({ host: hostname, port: Number(port) }), { head, start, bytes });
}

const [small, huge, much] = [1_000_000, 500_000_000, 50_000_000];

test.each(refusals)('%s gets its error when it is small, and the connection remains usable', async (...refusal) => {
  const { status, accepted, isOpen } = await send(small, refusal);
  expect({ status, isOpen }).toEqual({ status: refusal[4], isOpen: true });
  expect(accepted).toBeGreaterThan(small);
});

test.each(refusals)('%s gets its error when it is huge, and is not read to its end', async (...refusal) => {
  const { status, accepted, isOpen } = await send(huge, refusal);
  expect({ status, isOpen }).toEqual({ status: refusal[4], isOpen: false });
  expect(accepted).toBeLessThan(much);
});
