import { type Routes, siteAdmin } from '@tribus/kit/http/routes.ts';
import { EmailSettings, EmailSettingsChange, EmailTest, EmailTestOutcome } from '../../api/email-settings.ts';
import type { Deps } from '../deps.ts';
import { changeEmailSettings, readEmailSettings, testEmailSettings } from '../email-settings.ts';

/** A mail server may be slow to reject a mail. */
const testMs = 30_000;

export function emailSettingsRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/admin/email-settings',
    { guards: [siteAdmin], operationId: 'readEmailSettings', summary: 'The mail settings', answer: EmailSettings },
    async () => readEmailSettings(deps),
  );

  routes.put(
    '/admin/email-settings',
    {
      guards: [siteAdmin],
      operationId: 'changeEmailSettings',
      summary: 'Change the mail settings',
      body: EmailSettingsChange,
      answer: EmailSettings,
    },
    ({ body }) => changeEmailSettings(deps, body),
  );

  routes.post(
    '/admin/email-settings/test',
    {
      guards: [siteAdmin],
      operationId: 'testEmailSettings',
      summary: 'Send a test mail with the current settings',
      body: EmailTest,
      timeoutMs: testMs,
      answer: EmailTestOutcome,
      ignoresIdempotencyKey: true,
    },
    ({ body, actor }) => testEmailSettings(deps, body.to, actor),
  );
}
