import { tribeTagsMax } from '@limits/tribes';
import { parseTribeTags } from '@tags/tribes';
import { X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Input } from '../../ui/input.tsx';

/** The errors of a tag, in the words of each form; the specification has them differ. */
export type TagErrors = (problem: 'tag_length' | 'tag_characters', tag: string) => string;

/** The tags as they will be saved, and the error of the first invalid one. */
export function useTags(typed: string, words: TagErrors): { tags: string[]; problem: string | undefined } {
  const { t } = useTexts('members');
  const { tags, problems } = parseTribeTags(typed);
  const [first] = problems;
  if (first) return { tags: [], problem: words(first.code, first.tag) };
  if (tags.length > tribeTagsMax) return { tags, problem: t('tribes.tooManyTags', { max: tribeTagsMax }) };
  return { tags, problem: undefined };
}

interface TagsFieldProps {
  /** Separated by commas. */
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}

/** The tags of a tribe: each a chip that can be removed; a comma or Enter completes the typed one. */
export function TagsField({ value, problem, onChange }: TagsFieldProps) {
  const { t } = useTexts('members');
  const input = useRef<HTMLInputElement>(null);
  const { chips, typed, type, end, remove, onKeyDown } = useTyping(value, onChange);
  return (
    <div className="grid grid-cols-1 gap-2">
      <Input
        ref={input}
        label={t('tribes.tags')}
        hint={t('tribes.tagsHint', { max: tribeTagsMax })}
        error={problem}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="done"
        value={typed}
        onChange={({ target }) => type(target.value)}
        onBlur={end}
        onKeyDown={onKeyDown}
      />
      <ul className="flex flex-wrap gap-1.5 empty:hidden">
        {chips.map((tag) => (
          <TagChip
            key={tag}
            tag={tag}
            onRemove={() => {
              remove(tag);
              input.current?.focus();
            }}
          />
        ))}
      </ul>
    </div>
  );
}

/** The last tag is in the field while it is typed; the others are chips. */
function useTyping(value: string, onChange: (value: string) => void) {
  const [isTyping, setTyping] = useState(false);
  const parts = value.split(',');
  const typed = isTyping ? (parts.at(-1) ?? '').trimStart() : '';
  const chips = unique(isTyping ? parts.slice(0, -1) : parts);
  const set = (tags: readonly string[], last = '') => onChange([...tags, ...(last ? [last] : [])].join(', '));

  function type(text: string): void {
    const added = text.split(',');
    const last = (added.pop() ?? '').trimStart();
    setTyping(last !== '');
    set(unique([...chips, ...added]), last);
  }

  function end(): void {
    if (!isTyping) return;
    setTyping(false);
    set(unique(parts));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (typed === '') {
      if (event.key === 'Backspace') set(chips.slice(0, -1));
      return;
    }
    if (event.key !== 'Enter') return;
    // Enter would send the form.
    event.preventDefault();
    end();
  }

  const remove = (tag: string) =>
    set(
      chips.filter((each) => each !== tag),
      typed,
    );
  return { chips, typed, type, end, remove, onKeyDown };
}

function TagChip({ tag, onRemove }: { tag: string; onRemove: () => void }) {
  const { t } = useTexts('members');
  return (
    <li className="flex h-9 max-w-full items-center rounded-full bg-hover pl-3 text-small">
      <bdi className="truncate">#{tag}</bdi>
      <button
        type="button"
        aria-label={t('tribes.removeTag', { tag })}
        onClick={onRemove}
        className="focus-ring grid size-9 shrink-0 place-items-center rounded-full text-fg-muted hover:text-fg"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  );
}

/** Removes duplicates, in the order of first occurrence. */
function unique(tags: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags) {
    const trimmed = tag.trim();
    const key = trimmed.toLowerCase();
    if (trimmed !== '' && !seen.has(key)) seen.set(key, trimmed);
  }
  return [...seen.values()];
}
