import { any, everybody, type Row } from './rows.ts';

export const gateway: Record<string, Row> = {
  'GET /api/health': any(everybody(200)),
  'GET /api/openapi.json': any(everybody(200)),
};
