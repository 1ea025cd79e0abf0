import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Tribe, useChangeTribe } from './api.ts';
import { TribeForm } from './tribe-form.tsx';

export function EditTribe({ tribe, open, onClose }: { tribe: Tribe; open: boolean; onClose: () => void }) {
  const { t } = useTexts('members');
  const change = useChangeTribe(tribe.id);
  const { name, description, isPrivate, requiresApproval } = tribe;
  const locked = !tribe.canRename;
  return (
    <Sheet open={open} onClose={onClose} title={t('tribes.edit')}>
      <TribeForm
        initial={{ name, description, isPrivate, requiresApproval, tags: tribe.tags.join(', ') }}
        imageUrl={tribe.imageUrl}
        locked={locked}
        error={change.error ? messageOf(change.error, t('ui.error')) : undefined}
        onSubmit={({ tags, ...fields }, banner) => {
          const open = locked ? { description: fields.description } : fields;
          change.mutate(
            { change: { ...open, tags: tags.split(',') }, banner },
            {
              onSuccess: () => {
                toast(t('tribes.saved'), { tone: 'good' });
                onClose();
              },
            },
          );
        }}
      >
        {(ready) => (
          <Button type="submit" variant="primary" wide disabled={!ready} loading={change.isPending}>
            {t('ui.save')}
          </Button>
        )}
      </TribeForm>
    </Sheet>
  );
}
