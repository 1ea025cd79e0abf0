import { nameMax } from '@limits/identity';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useFormDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { AvatarEditor } from './avatar-editor.tsx';
import { useSaveProfile } from './edit-api.ts';

interface NameStepProps {
  onDone: () => void;
  bar: (primary: ReactNode) => ReactNode;
}

/** A newcomer's name and avatar. The avatar is saved at once, the name on continuing; until then it is a draft. */
export function NameStep({ onDone, bar }: NameStepProps) {
  const { t } = useTexts('profile', 'welcome');
  const form = useId();
  const me = useMe();
  const draft = useFormDraft('welcome-name', { name: me?.name ?? '' });
  const [{ name }, change] = draft.draft;
  const save = useSaveProfile();
  if (!me) return null;
  const typed = name.trim();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed === '') return;
    if (typed === me?.name) onDone();
    else save.mutate({ name: typed }, { onSuccess: draft.markSent, onScreen: { onSuccess: onDone } });
  }

  return (
    <>
      <div className="grid grid-cols-1 gap-6">
        <form id={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-3">
          <Input
            label={t('profile.name')}
            value={name}
            limit={nameMax}
            autoComplete="name"
            enterKeyHint="next"
            error={typed === '' && t('profile.nameMissing')}
            onChange={({ target }) => change(() => ({ name: target.value }))}
          />
          <FormError>{save.isError && messageOf(save.error, t('profile.saveFailed'))}</FormError>
        </form>
        <AvatarEditor me={me} />
      </div>
      {bar(
        <Button type="submit" form={form} variant="primary" loading={save.isPending} disabled={typed === ''}>
          {t('welcome.next')}
        </Button>,
      )}
    </>
  );
}
