import { useFormat, useTexts } from '../../lib/i18n.ts';
import type { Tribe } from './api.ts';

/** The reason and the end of a member's restriction: with the moderator's role, not their name. */
export function RestrictedNote({ restriction }: { restriction: NonNullable<Tribe['restriction']> }) {
  const { t } = useTexts('tribe');
  const format = useFormat();
  const { reason, authority, endsAt } = restriction;
  return (
    <section aria-labelledby="restricted" className="grid gap-1 rounded-md bg-honey-soft px-4 py-3 text-small">
      <h2 id="restricted" className="font-semibold">
        {t('tribe.restrictedTitle')}
      </h2>
      <p className="prose-safe" dir="auto">
        {reason}
      </p>
      <p className="text-fg-muted">
        {t(`tribe.authority.${authority}`)} {t('tribe.changedUntil', { date: format.dateTime(endsAt) })}
      </p>
    </section>
  );
}
