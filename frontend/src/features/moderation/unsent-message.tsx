import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { focusFirstField } from '../../ui/focus.ts';
import { useWordsDraft } from './use-decision.ts';

/** The message typed for a decision that the viewer may no longer make, until they discard it. */
export function UnsentMessage({ caseId }: { caseId: string }) {
  const { t } = useTexts('moderation');
  const { draft, discard } = useWordsDraft(caseId);
  const [{ message }] = draft;
  if (message.trim() === '') return null;
  return (
    <section aria-labelledby="case-unsent" className="grid grid-cols-1 gap-2 border-line border-t pt-4">
      <h3 id="case-unsent" className="font-semibold text-small">
        {t('moderation.unsent')}
      </h3>
      <p className="prose-safe select-text text-small" dir="auto">
        {message}
      </p>
      <Button
        size="sm"
        className="justify-self-start"
        onClick={({ currentTarget }) => {
          // The button disappears with the message.
          focusFirstField(currentTarget.closest('[aria-labelledby="case-title"]'));
          discard();
        }}
      >
        {t('ui.discardDraft')}
      </Button>
    </section>
  );
}
