import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type MaintenanceConfig, type VisitorView, visitorViewQuery } from './api.ts';
import { Outcome } from './outcome.tsx';

/** Requests the site as a visitor after each change, until the response agrees with the saved settings. */
export function VisitorCheck({ saved }: { saved: MaintenanceConfig }) {
  const { t } = useTexts('settings');
  const { data, error, isFetching, refetch } = useQuery(visitorViewQuery(saved));
  return (
    <Card as="section" aria-labelledby="visitor-check" className="grid gap-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="grid min-w-0 gap-1">
          <h2 id="visitor-check" className="font-bold text-title">
            {t('settings.check.title')}
          </h2>
          <p className="text-fg-muted text-small">{t('settings.check.text')}</p>
        </div>
        <Button loading={isFetching} onClick={() => void refetch()}>
          {t('settings.check.again')}
        </Button>
      </div>
      <div role="status" className="grid gap-3 empty:hidden sm:grid-cols-2">
        {error ? (
          <Outcome tone="bad" icon={<CircleAlert />} text={messageOf(error, t('ui.error'))} />
        ) : (
          data && <Result view={data} saved={saved} />
        )}
      </div>
    </Card>
  );
}

function Result({ view, saved }: { view: VisitorView; saved: MaintenanceConfig }) {
  const { t } = useTexts('settings');
  const lines = [
    { text: view.isClosed ? 'settings.check.closed' : 'settings.check.open', agrees: view.isClosed === saved.enabled },
    {
      text: view.isSignupClosed ? 'settings.check.signupClosed' : 'settings.check.signupOpen',
      agrees: view.isSignupClosed === saved.disableSignup,
    },
  ] as const;
  return lines.map(({ text, agrees }) => (
    <Outcome
      key={text}
      tone={agrees ? 'good' : 'pending'}
      icon={agrees ? <CircleCheck /> : <Hourglass />}
      text={t(text)}
      detail={agrees ? undefined : t('settings.check.pending')}
    />
  ));
}
