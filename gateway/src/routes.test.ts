import { expect, test } from '@jest/globals';
import { findRoute, isEventStream, limitedAction, worksInMaintenance } from './routes.ts';

test.each([
  ['/api/auth/login', 'identity'],
  ['/api/user/heartbeat', 'identity'],
  ['/api/public/site', 'identity'],
  ['/api/public/hominini/posts', 'content'],
  ['/api/tribes', 'tribes'],
  ['/api/tribes/38', 'tribes'],
  ['/api/tribes/38/members/pending', 'tribes'],
  ['/api/tribes/@me/memberships', 'tribes'],
  ['/api/tribes/@me/activity', 'content'],
  ['/api/tribes/38/posts', 'content'],
  ['/api/tribes/38/posts/p1/comments/c1/reactions', 'content'],
  ['/api/tribes/38/media', 'content'],
  ['/api/tribes/posts', 'tribes'],
  ['/api/tribes/38/chat/m1/reaction', 'messaging'],
  ['/api/messages/with/u1', 'messaging'],
  ['/api/notifications/count', 'messaging'],
  ['/api/vibes/v1/stream', 'vibes-realtime'],
  ['/api/stream/ticket', 'vibes-realtime'],
  ['/api/gamification/me/by-tribe', 'gamification'],
  ['/api/admin/agents/a1/actions', 'agents'],
  ['/api/admin/maintenance-config', 'identity'],
  ['/api/proxy-media', 'media'],
])('%s belongs to %s', (path, service) => {
  expect(findRoute(path)?.service).toBe(service);
});

test.each(['/', '/api', '/api/admin', '/api/admin/agentsx', '/api/user', '/api/Auth/me', '/auth/me', '/api/public/x'])(
  '%s belongs to no service',
  (path) => {
    expect(findRoute(path)).toBeUndefined();
  },
);

test('only two paths are streams, and only with GET', () => {
  expect(isEventStream('GET', '/api/stream')).toBe(true);
  expect(isEventStream('GET', '/api/vibes/v1/stream')).toBe(true);
  expect(isEventStream('POST', '/api/stream')).toBe(false);
  expect(isEventStream('GET', '/api/stream/ticket')).toBe(false);
  expect(isEventStream('GET', '/api/auth/me')).toBe(false);
});

test('HEAD counts like GET, and only that', () => {
  expect(limitedAction('HEAD', '/api/invites')).toBe('invite');
  expect(limitedAction('HEAD', '/api/invites/join')).toBeUndefined();
  expect(limitedAction('HEAD', '/api/contact')).toBeUndefined();
});

test('login, the notice and the public settings are available during maintenance', () => {
  expect(worksInMaintenance('POST', '/api/auth/login', '')).toBe(true);
  expect(worksInMaintenance('GET', '/api/maintenance', '')).toBe(true);
  expect(worksInMaintenance('GET', '/api/public/site', '')).toBe(true);
  expect(worksInMaintenance('GET', '/api/admin/maintenance-config', '')).toBe(true);
  expect(worksInMaintenance('PUT', '/api/admin/maintenance-config', '')).toBe(false);
  expect(worksInMaintenance('GET', '/api/proxy-media', '?key=k')).toBe(true);
  expect(worksInMaintenance('GET', '/api/proxy-media/archive', '?key=k')).toBe(false);
  expect(worksInMaintenance('GET', '/api/authors', '')).toBe(false);
  expect(worksInMaintenance('GET', '/api/tribes', '')).toBe(false);
});

test('during maintenance streams require a ticket, which only admins are issued', () => {
  expect(worksInMaintenance('GET', '/api/stream', '?ticket=t&since=7')).toBe(true);
  expect(worksInMaintenance('GET', '/api/vibes/v1/stream', '?ticket=t')).toBe(true);
  expect(worksInMaintenance('GET', '/api/stream', '?since=7')).toBe(false);
  expect(worksInMaintenance('GET', '/api/vibes/v1', '?ticket=t')).toBe(false);
  expect(worksInMaintenance('POST', '/api/stream/ticket', '?ticket=t')).toBe(false);
});
