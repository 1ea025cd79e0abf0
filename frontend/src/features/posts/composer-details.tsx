import { placeMax } from '@limits/content';
import { Hash, MapPin } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import type { Fields } from './composer.tsx';

interface DetailsProps {
  fields: Fields;
  level: number;
  onChange: (change: Partial<Fields>) => void;
}

/** What not every post has: tags, a place, and from which level on it is seen. */
export function ComposerDetails({ fields, level, onChange }: DetailsProps) {
  const { t } = useTexts();
  const levels = Array.from({ length: level }, (_, index) => index + 1);
  return (
    <div className="grid animate-rise gap-3 sm:grid-cols-2">
      <Input
        label={t('posts.tags')}
        placeholder={t('posts.tagsHint')}
        icon={<Hash />}
        value={fields.tags}
        onChange={(event) => onChange({ tags: event.target.value })}
      />
      <Input
        label={t('posts.place')}
        icon={<MapPin />}
        maxLength={placeMax}
        value={fields.place}
        onChange={(event) => onChange({ place: event.target.value })}
      />
      {levels.length > 1 && (
        <Select
          label={t('posts.whoSees')}
          value={String(fields.minLevelOrder)}
          options={levels.map((order) => ({
            value: String(order),
            label: order === 1 ? t('posts.everyMember') : t('posts.fromLevel', { level: order }),
          }))}
          onChange={(value) => onChange({ minLevelOrder: Number(value) })}
        />
      )}
    </div>
  );
}
