import type { Schema } from '../../lib/contract.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';

interface SanctionFactsProps {
  reason: Schema<'SanctionReason'>;
  message: string;
  /** Null without an end; undefined when it has no duration. */
  endsAt?: string | null;
}

/** The reason, the message and the end of a sanction, for the member. */
export function SanctionFacts({ reason, message, endsAt }: SanctionFactsProps) {
  const { t } = useTexts('sanctions');
  const format = useFormat();
  return (
    <div className="grid gap-3 text-small">
      <p>
        <span className="text-fg-muted">{t('sanctions.reason')}: </span>
        {t(`sanctions.reasons.${reason}`)}
      </p>
      <blockquote
        className="whitespace-pre-wrap border-line-strong border-l-3 pl-3 [overflow-wrap:anywhere]"
        dir="auto"
      >
        {message}
      </blockquote>
      {endsAt !== undefined && (
        <p className="text-fg-muted">
          {endsAt === null ? t('sanctions.forNow') : t('sanctions.until', { time: format.dateTime(endsAt) })}
        </p>
      )}
    </div>
  );
}
