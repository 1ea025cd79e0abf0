import { countLinks } from '@limits/community';
import { placeMax } from '@limits/content';
import { Hash, MapPin } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { NewAccountNote } from '../../lib/new-account-note.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { AltFields } from './alt-fields.tsx';
import { type CreateFields, type CreateKind, captionLimitOf } from './fields.ts';
import type { ChosenPicture } from './parts.ts';

interface DetailsStepProps {
  kind: CreateKind;
  fields: CreateFields;
  pictures: readonly ChosenPicture[];
  onChange: (change: Partial<CreateFields>) => void;
}

/** Step 2: the caption, the tags of a post, the place and the texts of the pictures. The tags of a vibe are its mood. */
export function DetailsStep({ kind, fields, pictures, onChange }: DetailsStepProps) {
  const { t } = useTexts('create', 'members');
  return (
    <div className="grid grid-cols-1 gap-4">
      <Textarea
        label={t('create.caption')}
        placeholder={t('posts.composerHint')}
        limit={captionLimitOf(kind)}
        counted
        value={fields.content}
        onChange={({ target }) => onChange({ content: target.value })}
      />
      {countLinks(fields.content) > 0 && <NewAccountNote about="links" />}
      {kind === 'post' && (
        <Input
          label={t('posts.tags')}
          placeholder={t('posts.tagsHint')}
          icon={<Hash />}
          value={fields.tags}
          onChange={({ target }) => onChange({ tags: target.value })}
        />
      )}
      <Input
        label={t('posts.place')}
        icon={<MapPin />}
        limit={placeMax}
        value={fields.place}
        onChange={({ target }) => onChange({ place: target.value })}
      />
      <AltFields pictures={pictures} alts={fields.alts} onChange={(alts) => onChange({ alts })} />
    </div>
  );
}
