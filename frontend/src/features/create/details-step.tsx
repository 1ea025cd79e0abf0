import { countLinks } from '@limits/community';
import type { DraftFile } from '../../lib/draft-files.ts';
import { useTexts } from '../../lib/i18n.ts';
import { NewAccountNote } from '../../lib/new-account-note.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { AltFields } from './alt-fields.tsx';
import { type CreateFields, type CreateKind, captionLimitOf } from './fields.ts';
import { LocationField, TagsField } from './label-fields.tsx';
import { fieldOf } from './reveal-field.ts';

interface DetailsStepProps {
  kind: CreateKind;
  fields: CreateFields;
  pictures: readonly DraftFile[];
  onChange: (change: Partial<CreateFields>) => void;
}

/** Step 2: the caption, the tags of a post, the place and the texts of the pictures. The tags of a vibe are its mood. */
export function DetailsStep({ kind, fields, pictures, onChange }: DetailsStepProps) {
  const { t } = useTexts('create', 'members');
  return (
    <div className="grid grid-cols-1 gap-4">
      <div {...fieldOf('empty', 'length')}>
        <Textarea
          label={t('create.caption')}
          placeholder={t('posts.composerHint')}
          limit={captionLimitOf(kind)}
          counted
          className="min-h-24!"
          value={fields.content}
          onChange={({ target }) => onChange({ content: target.value })}
        />
      </div>
      <NewAccountNote about={countLinks(fields.content) > 0 ? 'links' : 'posts'} />
      {kind !== 'story' && <TagsField value={fields.tags} onChange={(tags) => onChange({ tags })} />}
      <LocationField value={fields.place} onChange={(place) => onChange({ place })} />
      <div {...fieldOf('altLength')} className="empty:hidden">
        <AltFields pictures={pictures} alts={fields.alts} onChange={(alts) => onChange({ alts })} />
      </div>
    </div>
  );
}
