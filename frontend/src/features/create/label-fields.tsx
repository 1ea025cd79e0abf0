import { placeMax } from '@limits/content';
import { normaliseTags } from '@tags/content';
import { Hash, MapPin, X } from 'lucide-react';
import { useRef } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { UnusableTags } from '../../lib/unusable-tags.tsx';
import { SuggestInput } from './suggest-input.tsx';
import { lastTag, withoutTag, withSuggestedTag } from './tag-text.ts';
import { useSuggestions } from './use-suggestions.ts';

interface TextFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** The tags of a post: typed or suggested, with those recognised so far below the field. */
export function TagsField({ value, onChange }: TextFieldProps) {
  const { t } = useTexts('create', 'members');
  const field = useRef<HTMLInputElement>(null);
  const tags = normaliseTags(value);
  const known = new Set(tags.slice(0, -1));
  const suggestions = useSuggestions('tags', lastTag(value));
  return (
    <div className="grid grid-cols-1 gap-2">
      <SuggestInput
        ref={field}
        label={t('posts.tags')}
        placeholder={t('posts.tagsHint')}
        icon={<Hash />}
        value={value}
        onChange={onChange}
        suggestions={suggestions.filter((suggestion) => !known.has(suggestion.value))}
        onChoose={(tag) => onChange(withSuggestedTag(value, tag))}
      />
      <UnusableTags text={value} />
      {tags.length > 0 && (
        <ul aria-label={t('create.chosenTags')} className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="min-w-0">
              <button
                type="button"
                aria-label={t('create.removeTag', { tag })}
                onClick={() => {
                  onChange(withoutTag(value, tag));
                  field.current?.focus();
                }}
                className="focus-ring flex min-h-9 max-w-full items-center gap-1.5 rounded-full bg-ember-soft px-3 text-ember-text text-small"
              >
                <bdi className="truncate">#{tag}</bdi>
                <X aria-hidden="true" className="size-4 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The place of a post: any text, or a suggested one. */
export function LocationField({ value, onChange }: TextFieldProps) {
  const { t } = useTexts('create', 'members');
  const suggestions = useSuggestions('places', value);
  return (
    <SuggestInput
      label={t('posts.place')}
      placeholder={t('posts.locationHint')}
      icon={<MapPin />}
      limit={placeMax}
      value={value}
      onChange={onChange}
      suggestions={suggestions.filter((suggestion) => suggestion.value !== value)}
      onChoose={onChange}
    />
  );
}
