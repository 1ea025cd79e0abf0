import { placeMax } from '@limits/content';
import { Hash, MapPin } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { useTexts } from '../../lib/i18n.ts';
import { UnusableTags } from '../../lib/unusable-tags.tsx';
import { Input } from '../../ui/input.tsx';
import type { ComposerFields } from './composer-fields.ts';
import { LevelSelect } from './level-select.tsx';

interface DetailsProps {
  form: UseFormReturn<ComposerFields>;
  tribeId: number;
}

/** The optional fields of a post: tags, a place, and the level needed to see it. */
export function ComposerDetails({ form: { register, setValue, watch }, tribeId }: DetailsProps) {
  const { t } = useTexts('members');
  return (
    <div className="grid animate-rise gap-3 sm:grid-cols-2">
      <div className="grid content-start gap-2">
        <Input label={t('posts.tags')} placeholder={t('posts.tagsHint')} icon={<Hash />} {...register('tags')} />
        <UnusableTags text={watch('tags')} />
      </div>
      <Input
        label={t('posts.place')}
        placeholder={t('posts.locationHint')}
        icon={<MapPin />}
        limit={placeMax}
        {...register('place')}
      />
      <LevelSelect
        tribeId={tribeId}
        value={watch('minLevelOrder')}
        onChange={(level) => setValue('minLevelOrder', level)}
      />
    </div>
  );
}
