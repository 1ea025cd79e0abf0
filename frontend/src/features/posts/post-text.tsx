import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { truncate } from '../../lib/text.ts';
import { firstWords } from './first-words.ts';

/** Characters of a text in the list of one's own posts (part 1, section 9). */
const ownMax = 100;

interface PostTextProps {
  text: string;
  /** After four words (part 2, section 2, Posts), or after a hundred characters. */
  cut: 'words' | 'characters' | 'never';
}

/** A text that is cut, with a button to show the rest. */
export function PostText({ text, cut }: PostTextProps) {
  const { t } = useTexts('members');
  const whole = cut === 'never';
  const [open, setOpen] = useState(whole);
  const start = cut === 'words' ? firstWords(text) : text.length > ownMax ? truncate(text, ownMax) : undefined;
  if (text === '') return null;
  return (
    <p className="prose-safe text-body">
      {start === undefined || open ? text : `${start}…`}
      {start !== undefined && !whole && (
        <>
          {' '}
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="focus-ring rounded-xs font-display font-semibold text-ember-text hover:underline"
          >
            {t(open ? 'posts.showLess' : 'posts.readOn')}
          </button>
        </>
      )}
    </p>
  );
}
