import { Plus } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import type { ReportReason } from './api.ts';

/** The reason "other" has none: its details differ in each case. */
type Named = Exclude<ReportReason, 'other'>;

const isNamed = (reason: ReportReason): reason is Named => reason !== 'other';

/** Returns the sentences for a reason. */
export function useStarters(): (reason: ReportReason) => string[] {
  const { t } = useTexts('moderation');
  return (reason) =>
    isNamed(reason) ? [t(`moderation.sentences.${reason}.first`), t(`moderation.sentences.${reason}.second`)] : [];
}

/** Sentences to begin a message with; a press passes one to `onChoose`. */
export function MessageStarters({
  sentences,
  onChoose,
}: {
  sentences: readonly string[];
  onChoose: (text: string) => void;
}) {
  const { t } = useTexts('moderation');
  if (sentences.length === 0) return null;
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-1.5 font-medium text-small">{t('moderation.starters')}</legend>
      {sentences.map((sentence) => (
        <button
          key={sentence}
          type="button"
          onClick={() => onChoose(sentence)}
          className="focus-ring flex min-h-11 items-center gap-2.5 rounded-sm bg-raised px-3 py-2 text-left text-small shadow-card hover:bg-hover"
        >
          <Plus aria-hidden="true" className="size-4 shrink-0 text-fg-faint" />
          {sentence}
        </button>
      ))}
      <p className="text-caption text-fg-faint">{t('moderation.startersAbout')}</p>
    </fieldset>
  );
}
