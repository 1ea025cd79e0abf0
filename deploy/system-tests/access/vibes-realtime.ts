import { aboveLevel, any, contributors, inHominini, inTribes, members, type Row, signedIn } from './rows.ts';

export const vibesRealtime: Record<string, Row> = {
  'POST /api/vibes/{vibeId}/reactions': aboveLevel(
    inTribes(contributors(201, 404), inHominini(401, 201), {
      body: async () => ({ emoji: '✨' }),
    }),
    201,
  ),
  'GET /api/vibes/{vibeId}/reactions': aboveLevel(inTribes(members(200, 404, 404), inHominini(200, 200)), 200),
  'GET /api/vibes/{vibeId}/reactions/count': aboveLevel(inTribes(members(200, 404, 404), inHominini(200, 200)), 200),
  'GET /api/vibes/{vibeId}/stream': aboveLevel(inTribes(members(200, 404, 404), inHominini(200, 200)), 200),
  'POST /api/stream/ticket': any(signedIn(201)),
  'GET /api/stream': any(signedIn(200)),
};
