import { normaliseTags } from '@tags/content';
import { useFormat, useTexts } from './i18n.ts';

/** Returns the entered tags of which normalising leaves nothing. */
export const findUnusable = (text: string): string[] =>
  text.split(/[,\s]+/).filter((part) => /[^#]/.test(part) && normaliseTags(part).length === 0);

/** Says which of the entered tags cannot be tags, already while they are typed; nothing when all can. */
export function UnusableTags({ text }: { text: string }) {
  const { t } = useTexts('create');
  const format = useFormat();
  const unusable = findUnusable(text);
  return (
    <p role="status" className="wrap-anywhere text-fg-muted text-small empty:hidden">
      {unusable.length > 0 && t('create.unusableTags', { count: unusable.length, tags: format.list(unusable) })}
    </p>
  );
}
