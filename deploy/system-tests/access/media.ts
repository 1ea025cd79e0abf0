import { admins, any, everybody, inHominini, missingUserId, type Row, signedIn } from './rows.ts';

export const media: Record<string, Row> = {
  // Without a signature, so only public objects are shown.
  'GET /api/proxy-media': {
    expects: { private: everybody(403), open: everybody(200), hominini: inHominini(200, 200) },
    query: async (fixture) => `key=${await fixture.mediaKey()}`,
  },
  'GET /api/admin/storage-settings': any(admins(200)),
  'PUT /api/admin/storage-settings': any(admins(200), { body: async () => ({}) }),
  'POST /api/admin/storage-settings/test': any(admins(200)),
  // Without the headers of the tus protocol; for the uploader only.
  'POST /api/uploads': any(signedIn(412)),
  'GET /api/uploads/{uploadId}': any(signedIn(404), { params: { uploadId: missingUserId } }),
  'PATCH /api/uploads/{uploadId}': any(signedIn(412), { params: { uploadId: missingUserId } }),
  'DELETE /api/uploads/{uploadId}': any(signedIn(412), { params: { uploadId: missingUserId } }),
  // Only for the owner: none was requested here.
  'GET /api/proxy-media/archive': any(signedIn(404), { query: async () => 'key=archive/nobodys.zip' }),
};
