import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGateway();
});
afterAll(() => fixture.stop());

test('the ad frame has an opaque origin and may be framed by this site only', async () => {
  const { status, headers, text } = await fixture.ask('/api/ad-frame');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox;default-src 'none';/);
  expect(policy).not.toContain('allow-same-origin');
  expect(policy).not.toContain('allow-top-navigation');
  expect(policy).toContain("frame-ancestors 'self'");
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(text).toContain('event.source !== parent');
});

test('no other page may be framed or run inline code', async () => {
  const { headers } = await fixture.ask('/');
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['content-security-policy']).not.toContain('unsafe-inline');
});
