import { sanctionReasons } from '@limits/identity';
import { useTextDraft } from '../../lib/drafts.ts';
import type { ErrorDetail } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { AppealForm } from './appeal-form.tsx';
import { BackToLogin } from './back-to-login.tsx';
import { SanctionFacts } from './sanction-facts.tsx';
import { useAppealSuspension } from './sanctions-api.ts';
import { SignInFrame } from './sign-in-frame.tsx';

interface SuspendedProps {
  details: readonly ErrorDetail[];
  /** Shows the login again, which this replaces. */
  onBack?: () => void;
}

/** The suspension of a person, which replaces the sign-in form, and their appeal. */
export function Suspended({ details, onBack }: SuspendedProps) {
  const { t } = useTexts('sanctions');
  const appeal = useAppealSuspension();
  const facts = new Map(details.map(({ path, message }) => [path, message]));
  const reason = sanctionReasons.find((each) => each === facts.get('reason'));
  const proof = facts.get('proof');
  // Found again only by a sign-in to the same suspended account.
  const draft = useTextDraft(`appeal:${facts.get('id') ?? proof}`);
  const [, changeDraft] = draft;
  const answer = facts.get('appealAnswer');
  return (
    <SignInFrame title={t('sanctions.suspended')} lead={t('sanctions.suspendedText')} forMembers takesFocus>
      <Card className="grid gap-4 p-5">
        {reason && (
          <SanctionFacts reason={reason} message={facts.get('message') ?? ''} endsAt={facts.get('endsAt') ?? null} />
        )}
        {answer && <p className="text-small">{t('sanctions.answered', { answer })}</p>}
        {!answer && (appeal.isSuccess || facts.has('appeal')) && (
          <p className="font-medium text-small" role="status">
            {t('sanctions.appealed')}
          </p>
        )}
        {proof && !appeal.isSuccess && (
          <AppealForm
            draft={draft}
            onSend={(text) => appeal.mutate({ proof, text }, { onSuccess: () => changeDraft(() => '') })}
            sending={appeal.isPending}
            error={appeal.error}
          />
        )}
      </Card>
      <BackToLogin onLeave={onBack} />
    </SignInFrame>
  );
}
