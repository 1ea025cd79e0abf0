import { tagMax } from '@limits/community';
import { mutedWordMax } from '@limits/identity';
import type { FormEvent } from 'react';
import { useTextDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import { muteText, unmuteText, useChange } from './api.ts';
import { MutedItems } from './muted-items.tsx';
import { SafetySection } from './safety-section.tsx';

const WORDS = {
  words: { title: 'safety.words', text: 'safety.wordsText', label: 'safety.word', limit: mutedWordMax },
  tags: { title: 'safety.tags', text: 'safety.tagsText', label: 'safety.tag', limit: tagMax },
} as const;

/** Muted words or tags, and a field to add one; an unsent one is a draft. */
export function MutedTexts({ kind, texts }: { kind: 'words' | 'tags'; texts: readonly string[] }) {
  const { t } = useTexts('safety');
  const [typed, setTyped] = useTextDraft(`mute-${kind}`);
  const change = useChange();
  const { title, text, label, limit } = WORDS[kind];

  function add(event: FormEvent): void {
    event.preventDefault();
    if (typed.trim() === '') return;
    change.mutate(() => muteText(kind, typed), {
      onSuccess: () => setTyped((before) => (before === typed ? '' : before)),
      offScreen: { onError: (error) => toast(() => messageOf(error, t('safety.failed')), { tone: 'bad' }) },
    });
  }

  const shown = (each: string) => (kind === 'tags' ? `#${each}` : each);
  const items = texts.map((each) => ({ key: each, name: shown(each), remove: () => unmuteText(kind, each) }));
  return (
    <SafetySection title={t(title)} text={t(text)}>
      <MutedItems items={items} />
      <form onSubmit={add} className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <Input
            label={t(label)}
            value={typed}
            limit={limit}
            error={change.isError ? messageOf(change.error, t('safety.failed')) : undefined}
            onChange={({ target }) => setTyped(() => target.value)}
          />
        </div>
        <Button type="submit" loading={change.isPending} className="h-12">
          {t('safety.add')}
        </Button>
      </form>
    </SafetySection>
  );
}
