import { any, type Row, signedIn } from './rows.ts';

export const gamification: Record<string, Row> = {
  'GET /api/gamification/me': any(signedIn(200)),
  'GET /api/gamification/me/by-tribe': any(signedIn(200)),
  'GET /api/gamification/me/ledger': any(signedIn(200)),
  'GET /api/gamification/thresholds': any(signedIn(200)),
};
