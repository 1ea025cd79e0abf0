import { useNavigate } from 'react-router-dom';
import { useFormDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useIdempotencyKeys } from '../../lib/idempotency-key.ts';
import { paths } from '../../lib/paths.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { useCreateTribe } from './api.ts';
import { TribeForm } from './tribe-form.tsx';

const draftName = 'new-tribe';
const blank = { name: '', description: '', tags: '', isPrivate: false, requiresApproval: false };

export function CreateTribePage() {
  const { t } = useTexts('members');
  const navigate = useNavigate();
  const create = useCreateTribe();
  const keys = useIdempotencyKeys(draftName);
  const draft = useFormDraft(draftName, blank);
  return (
    <Page title={t('tribes.createTitle')} lead={t('tribes.createLead')} width="reading">
      <TribeForm
        draft={draft}
        error={create.error ? messageOf(create.error, t('ui.error')) : undefined}
        onSubmit={(tribe, banner) =>
          create.mutate(
            { tribe: { ...tribe, tags: tribe.tags.split(',') }, banner, key: keys.keyFor(...Object.values(tribe)) },
            {
              onSuccess: ({ bannerError }) => {
                keys.forget();
                draft.markSent();
                if (bannerError) toast(() => messageOf(bannerError, t('tribes.bannerFailed')), { tone: 'bad' });
              },
              onScreen: { onSuccess: ({ created }) => void navigate(paths.tribe(created.id), { replace: true }) },
              offScreen: { onError: toastFailure },
            },
          )
        }
      >
        {(ready) => (
          <div className="flex justify-end gap-3">
            <ButtonLink to={paths.tribes} variant="ghost" onClick={draft.discard}>
              {t('ui.cancel')}
            </ButtonLink>
            <Button type="submit" variant="primary" disabled={!ready} loading={create.isPending}>
              {t('tribes.createDo')}
            </Button>
          </div>
        )}
      </TribeForm>
    </Page>
  );
}
