import { placeMax } from '@limits/content';
import { Hash, MapPin } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { useTexts } from '../../lib/i18n.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import type { ComposerFields } from './composer-fields.ts';

interface DetailsProps {
  form: UseFormReturn<ComposerFields>;
  level: number;
}

/** The optional fields of a post: tags, a place, and the level needed to see it. */
export function ComposerDetails({ form: { register, setValue, watch }, level }: DetailsProps) {
  const { t } = useTexts('members');
  const levels = Array.from({ length: level }, (_, index) => index + 1);
  return (
    <div className="grid animate-rise gap-3 sm:grid-cols-2">
      <Input label={t('posts.tags')} placeholder={t('posts.tagsHint')} icon={<Hash />} {...register('tags')} />
      <Input label={t('posts.place')} icon={<MapPin />} limit={placeMax} {...register('place')} />
      {levels.length > 1 && (
        <Select
          label={t('posts.whoSees')}
          value={String(watch('minLevelOrder'))}
          options={levels.map((order) => ({
            value: String(order),
            label: order === 1 ? t('posts.everyMember') : t('posts.fromLevel', { level: order }),
          }))}
          onChange={(value) => setValue('minLevelOrder', Number(value))}
        />
      )}
    </div>
  );
}
