import { imageTypes } from '@limits/media';
import { bannerMaxMb, tribeDescriptionMax, tribeNameMax, tribeNameMin, tribeTagsMax } from '@limits/tribes';
import { parseTribeTags } from '@tags/tribes';
import { type ReactNode, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTexts } from '../../lib/i18n.ts';
import { useForm } from '../../lib/use-form.ts';
import { PictureField } from '../../ui/files/picture-field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Textarea } from '../../ui/textarea.tsx';

export interface TribeFields {
  name: string;
  description: string;
  /** As typed, separated by commas. */
  tags: string;
  isPrivate: boolean;
  requiresApproval: boolean;
}

interface TribeFormProps {
  initial: TribeFields;
  /** The current banner, when there is one. */
  imageUrl?: string | null;
  /** For hominini, whose name and access rules cannot be changed. */
  locked?: boolean;
  error: string | undefined;
  /** The submit button, given whether the form is valid. */
  children: (ready: boolean) => ReactNode;
  onSubmit: (fields: TribeFields, banner: File | null) => void;
}

const bannerRules = { types: imageTypes, maxMb: bannerMaxMb };

/** The fields of a tribe, for creating and for editing one. */
export function TribeForm({ initial, imageUrl, locked = false, error, children, onSubmit }: TribeFormProps) {
  const { t } = useTexts('members');
  const form = useForm<TribeFields>({ defaultValues: initial });
  const { register, watch } = form;
  const [banner, setBanner] = useState<File | null>(null);
  const { tags, problem } = useTagProblem(watch('tags'));
  const ready = watch('name').trim().length >= tribeNameMin && problem === undefined;
  const submit = form.handleSubmit((fields) => {
    const requiresApproval = fields.isPrivate || fields.requiresApproval;
    if (ready) onSubmit({ ...fields, name: fields.name.trim(), requiresApproval }, banner);
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <BannerField file={banner} imageUrl={imageUrl ?? null} onPick={setBanner} />
      <Input {...register('name')} label={t('tribes.name')} required disabled={locked} maxLength={tribeNameMax} />
      <Textarea
        {...register('description')}
        label={t('tribes.description')}
        counted
        maxLength={tribeDescriptionMax}
        value={watch('description')}
      />
      <div className="grid gap-2.5">
        <Input
          {...register('tags')}
          label={t('tribes.tags')}
          hint={t('tribes.tagsHint', { max: tribeTagsMax })}
          error={problem}
        />
        {tags.length > 0 && (
          <div className="flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <Pill key={tag}>#{tag}</Pill>
            ))}
          </div>
        )}
      </div>
      {!locked && <AccessRuleFields form={form} />}
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

/** The tags as they will be saved, and the specification's sentence about the first invalid one. */
function useTagProblem(typed: string): { tags: string[]; problem: string | undefined } {
  const { t } = useTexts('members');
  const { tags, problems } = parseTribeTags(typed);
  const [first] = problems;
  if (first) {
    const key = first.code === 'tag_length' ? 'tribes.tagLength' : 'tribes.tagCharacters';
    return { tags: [], problem: t(key, { tag: first.tag }) };
  }
  if (tags.length > tribeTagsMax) return { tags, problem: t('tribes.tooManyTags', { max: tribeTagsMax }) };
  return { tags, problem: undefined };
}

interface BannerFieldProps {
  file: File | null;
  imageUrl: string | null;
  onPick: (file: File | null) => void;
}

function BannerField({ file, imageUrl, onPick }: BannerFieldProps) {
  const { t } = useTexts('members');
  return (
    <PictureField
      label={t('tribes.banner')}
      alt={t('tribes.bannerChosen')}
      file={file}
      url={imageUrl}
      rules={bannerRules}
      problemText={(reason) =>
        reason === 'size' ? t('pictures.tooLarge', { max: bannerMaxMb }) : t('pictures.wrongType')
      }
      onPick={onPick}
    />
  );
}
