import { emailMax } from '@limits/identity';
import { CircleAlert, FileText, MailCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/input.tsx';
import { type EmailSettings, useTestEmailSettings } from './api.ts';
import { Outcome } from './outcome.tsx';

interface EmailTestProps {
  /** Whether the form has unsaved changes. */
  isChanged: boolean;
  /** The delivery target of the saved settings. */
  source: EmailSettings['source'];
}

/** Sends a test mail with the saved settings, and shows the result. */
export function EmailTest({ isChanged, source }: EmailTestProps) {
  const { t } = useTexts('settings');
  const me = useMe();
  const [to, setTo] = useState(me?.email ?? '');
  const test = useTestEmailSettings();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (to.trim()) test.mutate({ to: to.trim(), source });
  };
  return (
    <Card as="section" aria-labelledby="email-test" className="p-5 sm:p-6">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <div className="grid gap-1">
          <h2 id="email-test" className="font-bold text-title">
            {t('settings.email.test')}
          </h2>
          <p className="text-fg-muted text-small">
            {t(isChanged ? 'settings.email.testUnsaved' : 'settings.email.testText')}
          </p>
        </div>
        <Input
          type="email"
          inputMode="email"
          autoComplete="email"
          cutAt={emailMax}
          label={t('settings.email.to')}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
        <Button type="submit" loading={test.isPending} disabled={isChanged || !to.trim()}>
          {t('settings.email.send')}
        </Button>
        <div role="status" className="empty:hidden">
          {test.data && !test.isPending && <Result outcome={test.data} {...test.variables} />}
          {test.error && !test.isPending && (
            <Outcome tone="bad" icon={<CircleAlert />} text={messageOf(test.error, t('ui.error'))} />
          )}
        </div>
      </form>
    </Card>
  );
}

type Tested = NonNullable<ReturnType<typeof useTestEmailSettings>['data']>;

interface ResultProps {
  outcome: Tested;
  to: string;
  source: EmailSettings['source'];
}

function Result({ outcome: { ok, reason = 'failed', replyCode }, to, source }: ResultProps) {
  const { t } = useTexts('settings');
  if (ok && source === 'files')
    return <Outcome tone="good" icon={<FileText />} text={t('settings.email.sentToFile', { to })} />;
  if (ok) return <Outcome tone="good" icon={<MailCheck />} text={t('settings.email.sent', { to })} />;
  return (
    <Outcome
      tone="bad"
      icon={<CircleAlert />}
      text={t(`settings.email.failures.${reason}`)}
      detail={replyCode === undefined ? undefined : t('settings.email.code', { code: replyCode })}
    />
  );
}
