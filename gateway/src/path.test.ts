import { expect, test } from '@jest/globals';
import { normalPath } from './path.ts';

test.each([
  ['/api/tribes/38/posts', '/api/tribes/38/posts'],
  ['/api/tribes/', '/api/tribes'],
  ['/', '/'],
  ['/api/tribes/%40me/activity', '/api/tribes/@me/activity'],
  ['/%61pi/auth/me', '/api/auth/me'],
  ['/api/tribes/caf%C3%A9', '/api/tribes/caf%C3%A9'],
  ['/api/tribes/a%20b', '/api/tribes/a%20b'],
  ['/(modal)/inbox', '/(modal)/inbox'],
  ['/assets/index-Dk3._~a.js', '/assets/index-Dk3._~a.js'],
])('%s is normalised to %s', (raw, path) => {
  expect(normalPath(raw)).toBe(path);
});

test.each([
  '',
  '*',
  'http://elsewhere/api/auth/me',
  '//api/auth/me',
  '/api//auth/me',
  '/api/auth/me//',
  '/./api/auth/me',
  '/api/../metrics',
  '/api/%2e%2e/metrics',
  '/api/.%2e/metrics',
  '/api/auth%2fme',
  '/api/auth%2Fme',
  '/api/auth%5cme',
  '/api\\auth\\me',
  '/api/auth;x=1/me',
  '/api/auth/me%3bx',
  '/api/auth/me%00',
  '/api/auth/me%0d%0aset-cookie',
  '/api/auth/me%3ftoken',
  '/api/auth/me#x',
  '/api/auth/%252e%252e/me',
  '/api/auth/%zz',
  '/api/auth/%c0%ae',
  '/.env',
  '/.git/config',
])('%s is refused', (raw) => {
  expect(normalPath(raw)).toBeUndefined();
});
