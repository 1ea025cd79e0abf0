import { MailWarning, X } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { useResendVerification } from './recovery-api.ts';
import { MAIL_PAUSE_SECONDS, useCooldown } from './use-cooldown.ts';
import { hideReminder, isReminderHidden } from './verify-reminder.ts';

/** Reminds members in one line that their address is not verified; they can dismiss it for this tab. */
export function UnverifiedBanner({ email }: { email: string }) {
  const { t } = useTexts('recovery');
  const [hidden, setHidden] = useState(() => isReminderHidden(email));
  const [left, pause] = useCooldown(MAIL_PAUSE_SECONDS);
  const resend = useResendVerification();
  if (hidden) return null;

  const send = () =>
    resend.mutate(undefined, {
      onSuccess: () => toast(() => t('recovery.bannerSent', { email })),
      onError: toastFailure,
      onScreen: { onSuccess: pause },
    });
  const hide = () => {
    hideReminder(email);
    setHidden(true);
  };
  return (
    <section
      aria-label={t('recovery.bannerLabel')}
      className="flex h-11 shrink-0 items-center justify-center gap-1 bg-honey-soft pr-1 pl-4 text-small"
    >
      <MailWarning aria-hidden="true" className="mr-1.5 size-5 shrink-0 text-honey max-sm:hidden" />
      <p className="min-w-0 truncate max-sm:grow">
        <span className="lg:hidden">{t('recovery.bannerShort')}</span>
        <span className="max-lg:hidden">{t('recovery.banner', { email })}</span>
      </p>
      <Button
        variant="ghost"
        size="sm"
        className="max-sm:px-2"
        loading={resend.isPending}
        disabled={left > 0}
        aria-label={left > 0 ? t('recovery.sendAgainIn', { seconds: left }) : undefined}
        onClick={send}
      >
        {left > 0 ? t('recovery.seconds', { seconds: left }) : t('recovery.bannerResend')}
      </Button>
      <IconButton size="sm" tip="none" label={t('recovery.bannerHide')} icon={<X />} onClick={hide} />
    </section>
  );
}
