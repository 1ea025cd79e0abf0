import { type Routes, siteAdmin } from '@tribus/kit/http/routes.ts';
import { EmailSettings, EmailSettingsChange, EmailTest, EmailTestOutcome } from '../../api/email-settings.ts';
import type { Deps } from '../deps.ts';
import { changeEmailSettings, readEmailSettings, testEmailSettings } from '../email-settings.ts';

/** A mail server may take its time to say no. */
const testMs = 30_000;

export function emailSettingsRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/admin/email-settings',
    { guards: [siteAdmin], operationId: 'readEmailSettings', summary: 'How mail leaves', answer: EmailSettings },
    async () => readEmailSettings(deps),
  );

  routes.put(
    '/admin/email-settings',
    {
      guards: [siteAdmin],
      operationId: 'changeEmailSettings',
      summary: 'Change how mail leaves',
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
      summary: 'Send a test mail by the settings that hold',
      body: EmailTest,
      timeoutMs: testMs,
      answer: EmailTestOutcome,
      ignoresIdempotencyKey: true,
    },
    ({ body, actor }) => testEmailSettings(deps, body.to, actor),
  );
}
