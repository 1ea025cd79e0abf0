import { Button } from '../ui/button.tsx';
import { focusFirstField } from '../ui/focus.ts';
import type { FormDraft } from './drafts.ts';
import { useTexts } from './i18n.ts';

/** A note above a form that shows a restored draft, with a button that discards it. */
export function DraftNote({ of: { isRestored, discard } }: { of: Pick<FormDraft<object>, 'isRestored' | 'discard'> }) {
  const { t } = useTexts();
  if (!isRestored) return null;
  return (
    <div className="flex items-center justify-between gap-2 rounded-md bg-hover py-1.5 pr-1.5 pl-4">
      <p className="min-w-0 text-fg-muted text-small leading-tight">{t('ui.draftRestored')}</p>
      <Button
        size="sm"
        variant="ghost"
        onClick={({ currentTarget }) => {
          // The button disappears with the draft; focus moves into the form, or a sheet or a section without one.
          focusFirstField(currentTarget.form ?? currentTarget.closest('[role=dialog], section'));
          discard();
        }}
      >
        {t('ui.discardDraft')}
      </Button>
    </div>
  );
}
