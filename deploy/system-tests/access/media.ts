import { everybody, inHominini, type Row } from './rows.ts';

export const media: Record<string, Row> = {
  // Without a signature: what it shows is public or nobody's.
  'GET /api/proxy-media': {
    expects: { private: everybody(403), open: everybody(200), hominini: inHominini(200, 200) },
    query: async (fixture) => `key=${await fixture.mediaKey()}`,
  },
};
