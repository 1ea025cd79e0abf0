import { admins, any, bystander, type Row } from './rows.ts';

export const agents: Record<string, Row> = {
  'GET /api/admin/agents': any(admins(200)),
  'POST /api/admin/agents': any(admins(201), {
    changes: 'fixture',
    body: async (fixture) => ({ userId: await bystander(fixture) }),
  }),
  'PUT /api/admin/agents/{agentId}': any(admins(200), { body: async () => ({ active: false }) }),
  'DELETE /api/admin/agents/{agentId}': any(admins(200), { changes: 'fixture' }),
  'GET /api/admin/agents/{agentId}/actions': any(admins(200)),
};
