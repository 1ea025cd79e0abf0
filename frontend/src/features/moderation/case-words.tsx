import { useFormat, useTexts } from '../../lib/i18n.ts';
import { listedKind } from '../../lib/listed-kind.ts';
import { Pill, type PillTone } from '../../ui/pill.tsx';
import type { CaseAction, ModerationCase } from './api.ts';

/** The object of a case, as a heading. */
export function useKindName() {
  const { t } = useTexts('moderation');
  return (of: Pick<ModerationCase, 'kind' | 'postKind'>) => t(`moderation.kinds.${listedKind(of)}`);
}

const TONES: Record<'fresh' | 'soon' | 'late', PillTone> = { fresh: 'moss', soon: 'honey', late: 'danger' };

/** The waiting time of a case, as a colour with text. */
export function Due({ due }: { due: ModerationCase['due'] }) {
  const { t } = useTexts('moderation');
  return due ? <Pill tone={TONES[due]}>{t(`moderation.due.${due}`)}</Pill> : null;
}

/** The most frequent reasons of the reports, with their numbers unless all have the same one. */
export function Reasons({ of, atMost }: { of: Pick<ModerationCase, 'reasons'>; atMost?: number }) {
  const { t } = useTexts('moderation');
  const format = useFormat();
  const { reasons } = of;
  return reasons.slice(0, atMost).map(({ reason, count }) => (
    <Pill key={reason}>
      {t(`moderation.reasons.${reason}`)}
      {reasons.length > 1 && ` · ${format.number(count)}`}
    </Pill>
  ));
}

/** A line that says when the texts of a case were deleted. */
export function TextsDeleted({ at }: { at: string | null }) {
  const { t } = useTexts('moderation');
  const format = useFormat();
  return at && <p className="text-fg-muted text-small">{t('moderation.textsDeleted', { date: format.date(at) })}</p>;
}

/** A line that says that the text was edited after it was decided on. */
export function EditedMeanwhile({ of }: { of: { editedMeanwhile: boolean } }) {
  const { t } = useTexts('moderation');
  return of.editedMeanwhile && <p className="text-caption text-fg-muted">{t('moderation.editedMeanwhile')}</p>;
}

/** The text of a case's object, or why there is none. */
export function useTextOf() {
  const { t } = useTexts('moderation');
  return ({ text, textsDeletedAt }: Pick<ModerationCase, 'text' | 'textsDeletedAt'>) =>
    text || t(textsDeletedAt ? 'moderation.textDeleted' : 'moderation.noText');
}

export function Done({ action }: { action: CaseAction }) {
  const { t } = useTexts('moderation');
  return (
    <Pill tone={action === 'keep' || action === 'overturn' ? 'moss' : 'plain'}>{t(`moderation.done.${action}`)}</Pill>
  );
}
