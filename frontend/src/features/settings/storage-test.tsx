import { CircleAlert, CircleCheck } from 'lucide-react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useTestStorageSettings } from './api.ts';
import { Outcome } from './outcome.tsx';

/** Tests the current store, and shows the result. */
export function StorageTest({ isChanged }: { isChanged: boolean }) {
  const { t } = useTexts('settings');
  const test = useTestStorageSettings();
  return (
    <Card as="section" aria-labelledby="storage-test" className="grid gap-4 p-5 sm:p-6">
      <div className="grid gap-1">
        <h2 id="storage-test" className="font-bold text-title">
          {t('settings.storage.test')}
        </h2>
        <p className="text-fg-muted text-small">
          {t(isChanged ? 'settings.storage.testUnsaved' : 'settings.storage.testText')}
        </p>
      </div>
      <Button loading={test.isPending} onClick={() => test.mutate()}>
        {t('settings.storage.try')}
      </Button>
      <div role="status" className="empty:hidden">
        {test.data && !test.isPending && <Result outcome={test.data} />}
        {test.error && !test.isPending && (
          <Outcome tone="bad" icon={<CircleAlert />} text={messageOf(test.error, t('ui.error'))} />
        )}
      </div>
    </Card>
  );
}

type Tested = NonNullable<ReturnType<typeof useTestStorageSettings>['data']>;

function Result({ outcome: { ok, reason = 'failed', replyCode } }: { outcome: Tested }) {
  const { t } = useTexts('settings');
  if (ok) return <Outcome tone="good" icon={<CircleCheck />} text={t('settings.storage.works')} />;
  return (
    <Outcome
      tone="bad"
      icon={<CircleAlert />}
      text={t(`settings.storage.failures.${reason}`)}
      detail={replyCode === undefined ? undefined : t('settings.storage.code', { code: replyCode })}
    />
  );
}
