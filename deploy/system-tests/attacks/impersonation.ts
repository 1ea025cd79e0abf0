import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { request } from 'node:http';
import { expect, test } from '@jest/globals';
import { internalHeader } from '@tribus/kit/http/app.ts';
import { HttpClient, type Person } from '../people.ts';
import type { SharedSystem } from '../test-system.ts';

/** Content of internal responses, between processes or for operators. */
const inside = /process_cpu|outbox_pending|"items"/;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** No request can act as another person, and no path variant reaches more than the plain one. */
export function attackByImpersonation(system: () => SharedSystem): void {
  test('an invalid session token is refused, also on public pages', async () => {
    const ana = await system().newcomer('ana');
    const { ticket } = (await ana.post('/stream/ticket')).body;
    for (const [what, token] of Object.entries({ ...forgeries(ana), ticket, empty: '' })) {
      const forger = new HttpClient(ana.url);
      for (const path of ['/auth/me', '/public/hominini/posts']) {
        const response = await forger.get(path, { authorization: `Bearer ${token}` });
        expect([what, path, response.status]).toEqual([what, path, 401]);
      }
    }
    expect((await ana.get('/auth/me')).status).toBe(200);
  });

  test('internal headers from outside are ignored', async () => {
    const [ana, beto] = [await system().newcomer('ana'), await system().newcomer('beto')];
    const claim = `${encode({ alg: 'none' })}.${encode({ sub: ana.id, role: 'admin' })}.`;
    const claims = { [internalHeader]: claim, 'x-internal-user': ana.id, 'x-user-id': ana.id, 'x-user-role': 'admin' };
    expect((await system().visitor.get('/auth/me', claims)).status).toBe(401);
    expect((await beto.get('/auth/me', claims)).body.id).toBe(beto.id);
    expect((await beto.get('/admin/agents', claims)).status).toBe(403);
  });

  test('ambiguous paths are refused, and internal routes are not reachable', async () => {
    const ana = await system().newcomer('ana');
    const paths = [
      '/api/tribes/../admin/agents',
      '/api/tribes/%2e%2e/admin/agents',
      '/api//admin/agents',
      '/api/tribes/..%2fadmin%2fagents',
      '/api/admin/agents;x=1',
      '/api/admin%2fagents',
      '/api\\admin\\agents',
      '/api/auth/me%00',
      '/api/%ff',
      '/api/metrics',
      '/api/healthz',
      '/api/tribes.v1.TribesService/GetTribes',
    ];
    for (const path of paths) {
      const { status, body } = await rawGet(ana, path);
      expect([path, status]).toEqual([path, 404]);
      expect(body).not.toMatch(inside);
    }
    // With a web app, such an address is one of its pages.
    for (const path of ['/metrics', '/healthz', '/readyz']) {
      const { status, body } = await rawGet(ana, path);
      expect([path, status === 404 || body.startsWith('<!doctype html>')]).toEqual([path, true]);
      expect(body).not.toMatch(inside);
    }
    expect((await rawGet(ana, '/api/%61dmin/agents')).status).toBe(403);
  });
}

function forgeries({ id, token }: Person): Record<string, string> {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const header = read(head);
  const changed = encode({ ...read(claims), sub: '00000000-0000-7000-8000-000000000000' });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signed = createSign('sha256').update(`${head}.${claims}`).sign({ key: privateKey, dsaEncoding: 'ieee-p1363' });
  const symmetric = encode({ ...header, alg: 'HS256' });
  const mac = createHmac('sha256', header.kid ?? '')
    .update(`${symmetric}.${claims}`)
    .digest('base64url');
  return {
    unsigned: `${encode({ alg: 'none', typ: header.typ })}.${claims}.`,
    changed: `${head}.${changed}.${signature}`,
    foreign: `${head}.${claims}.${signed.toString('base64url')}`,
    symmetric: `${symmetric}.${claims}.${mac}`,
    withoutSignature: `${head}.${claims}.`,
    userId: id,
  };
}

/** Sends the path unchanged: fetch would normalize it. */
function rawGet({ url, token }: Person, path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers: { authorization: `Bearer ${token}` } }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.once('error', reject);
    sent.end();
  });
}
