import { tribeDescriptionMax, tribeNameMax, tribeNameMin } from '@limits/tribes';
import { useTexts } from '../../../lib/i18n.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Input } from '../../../ui/input.tsx';
import { lineLength } from '../../../ui/text-length.ts';
import { Textarea } from '../../../ui/textarea.tsx';
import type { Tribe, TribeChange } from '../api.ts';
import { type TagErrors, TagsField, useTags } from '../tribe-tags.tsx';
import { fieldError, otherError } from './refusals.ts';
import { SectionForm } from './section-form.tsx';
import { useSection } from './use-section.ts';

interface About {
  name: string;
  description: string;
  /** As typed, separated by commas. */
  tags: string;
}

const fields = ['name', 'description', 'tags'] as const;

/** Name, description and tags of a tribe. The name of hominini is fixed. */
export function AboutForm({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('members', 'tribe-settings');
  const { name, description } = tribe;
  const section = useSection<About>({
    tribeId: tribe.id,
    name: 'about',
    saved: { name, description, tags: tribe.tags.join(', ') },
    words: useWords(),
    isSound: (values) => fields.every((field) => typeof values[field] === 'string'),
    bodyOf,
  });
  const { register, setValue, watch } = useDraftForm(section.draft);
  const words: TagErrors = (problem, tag) =>
    t(problem === 'tag_length' ? 'tribeSettings.tagLength' : 'tribeSettings.tagCharacters', { tag });
  const { problem } = useTags(watch('tags'), words);
  const isNamed = lineLength(watch('name')) >= tribeNameMin;
  const { refusal } = section;
  return (
    <SectionForm
      section={section}
      title={t('tribeSettings.about')}
      text={t('tribeSettings.aboutText')}
      isReady={isNamed && problem === undefined}
      problem={otherError(refusal, fields, t('ui.error'))}
    >
      <Input
        {...register('name')}
        label={t('tribes.name')}
        required
        disabled={!tribe.canRename}
        limit={tribeNameMax}
        error={isNamed ? fieldError(refusal, 'name') : t('tribeSettings.nameShort', { min: tribeNameMin })}
      />
      <Textarea
        {...register('description')}
        label={t('tribes.description')}
        counted
        limit={tribeDescriptionMax}
        value={watch('description')}
        error={fieldError(refusal, 'description')}
      />
      <TagsField
        value={watch('tags')}
        problem={problem ?? fieldError(refusal, 'tags')}
        onChange={(value) => setValue('tags', value)}
      />
    </SectionForm>
  );
}

function useWords(): Record<keyof About, () => string> {
  const { t } = useTexts('members', 'tribe-settings');
  return {
    name: () => t('tribeSettings.what.name'),
    description: () => t('tribeSettings.what.description'),
    tags: () => t('tribeSettings.what.tags'),
  };
}

function bodyOf({ name, tags, ...rest }: Partial<About>): TribeChange {
  return {
    ...rest,
    ...(name !== undefined && { name: name.trim() }),
    ...(tags !== undefined && { tags: tags.split(',') }),
  };
}
