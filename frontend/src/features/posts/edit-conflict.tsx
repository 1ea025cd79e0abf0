import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { focusFirstField } from '../../ui/focus.ts';
import { SkeletonText } from '../../ui/skeleton.tsx';

interface EditConflictProps {
  /** The text that was saved elsewhere; undefined until it is fetched. */
  saved: string | undefined;
  isPending: boolean;
  /** Discards the typed text. */
  onReload: () => void;
  /** Replaces the saved text. */
  onOverwrite: () => void;
}

/** Asks what to do with a text that was typed while the post was edited elsewhere. */
export function EditConflict({ saved, isPending, onReload, onOverwrite }: EditConflictProps) {
  const { t } = useTexts('versions');
  return (
    <div className="grid grid-cols-1 gap-2 rounded-md bg-sunken p-4">
      <p className="text-fg-muted text-small">{t('versions.conflict.text')}</p>
      {saved === undefined ? (
        <SkeletonText lines={2} />
      ) : (
        <p className="prose-safe text-body">{saved || t('versions.noText')}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          disabled={isPending || saved === undefined}
          onClick={({ currentTarget }) => {
            // The button disappears with the conflict.
            focusFirstField(currentTarget.form);
            onReload();
          }}
        >
          {t('versions.conflict.reload')}
        </Button>
        <Button size="sm" variant="danger" loading={isPending} disabled={saved === undefined} onClick={onOverwrite}>
          {t('versions.conflict.overwrite')}
        </Button>
      </div>
    </div>
  );
}
