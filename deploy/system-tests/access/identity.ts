import { admins, any, bystander, everybody, nobodys, type Row, signedIn } from './rows.ts';

const contactForm = async () => ({ name: 'Ana', email: 'ana@tribus.test', subject: 'other', message: 'Buenas tardes' });

export const identity: Record<string, Row> = {
  'POST /api/auth/register': any(everybody(201), { body: async (fixture) => fixture.newAccount() }),
  'POST /api/auth/login': any(everybody(200), { body: async (fixture) => fixture.credentials() }),
  'POST /api/auth/logout': any(signedIn(200), { endsSession: true }),
  'GET /api/auth/me': any(signedIn(200)),
  'GET /api/auth/sessions': any(signedIn(200)),
  'DELETE /api/auth/sessions/{id}': any(signedIn(404), { params: { id: (fixture) => fixture.sessionOfBystander() } }),
  'DELETE /api/auth/sessions': any(signedIn(200)),
  'GET /api/auth/public/{userId}': any(everybody(200), { params: { userId: bystander } }),
  'POST /api/auth/users/{id}/follow': any(signedIn(200), { params: { id: bystander } }),
  'DELETE /api/auth/users/{id}/follow': any(signedIn(200), { params: { id: bystander } }),
  'GET /api/auth/users/{id}/follow/status': any(signedIn(200), { params: { id: bystander } }),
  'GET /api/auth/me/following': any(signedIn(200)),
  'POST /api/user/heartbeat': any(signedIn(200)),
  'GET /api/maintenance': any(everybody(200)),
  'GET /api/public/site': any(everybody(200)),
  'GET /api/admin/maintenance-config': any(everybody(200)),
  'PUT /api/admin/maintenance-config': any(admins(200)),
  'POST /api/contact': any(everybody(201), { body: contactForm }),
  'GET /api/admin/contact-messages': any(admins(200)),
  'PUT /api/admin/contact-messages/{id}': any(admins(404), {
    params: { id: nobodys },
    body: async () => ({ handled: true }),
  }),
};
