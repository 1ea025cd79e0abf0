import { MailCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFocusOnSwap } from '../../ui/focus.ts';
import { Page } from '../../ui/page.tsx';
import { ContactFields, type Sender } from './contact-fields.tsx';

/** `/contact`: a form to the team, and its usual response time. */
export function ContactPage() {
  const { t } = useTexts('contact');
  const [sender, setSender] = useState<Sender | null>(null);
  const [isSent, setIsSent] = useState(false);
  const part = useFocusOnSwap<HTMLDivElement>(!isSent);
  const showSent = (sentBy: Sender) => {
    setSender(sentBy);
    setIsSent(true);
  };
  return (
    <Page title={t('pages.contact')} lead={t('contactForm.lead')}>
      <div ref={part} className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-12">
        {isSent ? (
          <Sent email={sender?.email ?? ''} onAgain={() => setIsSent(false)} />
        ) : (
          <ContactFields sender={sender} onSent={showSent} />
        )}
        <ResponseTimes />
      </div>
    </Page>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTexts('contact');
  const status = useRef<HTMLDivElement>(null);
  // The pressed button is removed: this takes the focus.
  useEffect(() => status.current?.focus(), []);
  return (
    <div ref={status} tabIndex={-1} role="status" className="outline-none">
      <Card className="animate-rise">
        <EmptyState
          icon={<MailCheck />}
          title={t('contactForm.sent')}
          text={t('contactForm.sentText', { email })}
          action={<Button onClick={onAgain}>{t('contactForm.another')}</Button>}
        />
      </Card>
    </div>
  );
}

/** Part 1, section 2. */
function ResponseTimes() {
  const { t } = useTexts('contact');
  const times = [
    [t('contactForm.timeGeneral'), t('contactForm.hours', { from: 24, to: 48 })],
    [t('contactForm.timeTechnical'), t('contactForm.hours', { from: 12, to: 24 })],
    [t('contactForm.timeUrgent'), t('contactForm.atOnce')],
  ] as const;
  return (
    <Card as="section" aria-labelledby="contact-times" className="grid gap-3 p-5">
      <h2 id="contact-times" className="font-bold text-title">
        {t('contactForm.times')}
      </h2>
      <dl className="grid gap-2 text-small">
        {times.map(([what, time]) => (
          <div key={what} className="flex items-baseline justify-between gap-4">
            <dt className="text-fg-muted">{what}</dt>
            <dd className="tabular shrink-0 font-display font-semibold">{time}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
