import { useFormat, useTexts } from '../../lib/i18n.ts';
import type { Tribe } from './api.ts';
import { CollapsibleNote } from './collapsible-note.tsx';

/** The reason and the end of a member's restriction: with the moderator's role, not their name. */
export function RestrictedNote({ restriction }: { restriction: NonNullable<Tribe['restriction']> }) {
  const { t } = useTexts('tribe');
  const format = useFormat();
  const { reason, authority, endsAt } = restriction;
  return (
    <CollapsibleNote title={t('tribe.restrictedTitle')}>
      <div className="grid gap-1">
        <p className="prose-safe" dir="auto">
          {reason}
        </p>
        <p className="text-fg-muted">
          {t(`tribe.authority.${authority}`)} {t('tribe.changedUntil', { date: format.dateTime(endsAt) })}
        </p>
      </div>
    </CollapsibleNote>
  );
}
