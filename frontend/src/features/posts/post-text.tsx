import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { firstWords } from './first-words.ts';

/** A text cut after four words, with a button to show the rest (part 2, section 2, Posts). */
export function PostText({ text, whole = false }: { text: string; whole?: boolean }) {
  const { t } = useTexts('members');
  const [open, setOpen] = useState(whole);
  const start = firstWords(text);
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
