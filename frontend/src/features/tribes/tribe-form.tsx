import { tribeDescriptionMax, tribeNameMax, tribeNameMin } from '@limits/tribes';
import { type ReactNode, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { DraftNote } from '../../lib/draft-note.tsx';
import type { FormDraft } from '../../lib/drafts.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useDraftForm } from '../../lib/use-draft-form.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { Switch } from '../../ui/switch.tsx';
import { lineLength } from '../../ui/text-length.ts';
import { Textarea } from '../../ui/textarea.tsx';
import { BannerField } from './banner-field.tsx';
import { type TagErrors, TagsField, useTags } from './tribe-tags.tsx';

export interface TribeFields {
  name: string;
  description: string;
  /** As typed, separated by commas. */
  tags: string;
  isPrivate: boolean;
  requiresApproval: boolean;
}

interface TribeFormProps {
  draft: FormDraft<TribeFields>;
  error: string | undefined;
  /** The submit button, given whether the form is valid. */
  children: (ready: boolean) => ReactNode;
  onSubmit: (fields: TribeFields, banner: File | null) => void;
}

/** The fields of a new tribe. Its picture is not part of the draft: files are not stored. */
export function TribeForm({ draft, error, children, onSubmit }: TribeFormProps) {
  const { t } = useTexts('members');
  const form = useDraftForm(draft.draft);
  const { register, watch } = form;
  const [banner, setBanner] = useState<File | null>(null);
  const words: TagErrors = (wrong, tag) =>
    t(wrong === 'tag_length' ? 'tribes.tagLength' : 'tribes.tagCharacters', { tag });
  const { problem } = useTags(watch('tags'), words);
  const ready = lineLength(watch('name')) >= tribeNameMin && problem === undefined;
  const submit = form.handleSubmit((fields) => {
    const requiresApproval = fields.isPrivate || fields.requiresApproval;
    if (ready) onSubmit({ ...fields, name: fields.name.trim(), requiresApproval }, banner);
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <DraftNote of={draft} />
      <Input {...register('name')} label={t('tribes.name')} required limit={tribeNameMax} />
      <Textarea
        {...register('description')}
        label={t('tribes.description')}
        counted
        limit={tribeDescriptionMax}
        value={watch('description')}
      />
      <TagsField value={watch('tags')} problem={problem} onChange={(value) => form.setValue('tags', value)} />
      <BannerField file={banner} url={null} onPick={setBanner} />
      <AccessRuleFields form={form} />
      <FormError>{error}</FormError>
      {children(ready)}
    </form>
  );
}

/** The access rules of a tribe; a private one always requires approval. */
function AccessRuleFields({ form: { register, setValue, watch } }: { form: UseFormReturn<TribeFields> }) {
  const { t } = useTexts('members');
  const approval = {
    onChange: ({ target }: { target: HTMLInputElement }) => target.checked && setValue('requiresApproval', true),
  };
  return (
    <div className="grid gap-4">
      <Switch {...register('isPrivate', approval)} label={t('tribes.isPrivate')} hint={t('tribes.isPrivateHint')} />
      <Switch
        {...register('requiresApproval')}
        label={t('tribes.requiresApproval')}
        hint={t('tribes.requiresApprovalHint')}
        disabled={watch('isPrivate')}
      />
    </div>
  );
}
