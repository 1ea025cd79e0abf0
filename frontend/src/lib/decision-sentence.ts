import type { Schema } from './contract.ts';
import { useTexts } from './i18n.ts';

export interface Decided {
  /** `hidden` is what reports have done, until somebody decides; `edited`, that what was hidden until then is back. */
  action: Schema<'CaseAction'> | 'hidden' | 'edited';
  /** A vibe, which is a post, by its own name. */
  kind: Schema<'ReportedKind'> | 'vibe';
  /** Null where it is no tribe's. */
  tribeName: string | null;
}

/** What was decided about something of the reader's own, in a sentence. */
export function useDecisionSentence(): (decided: Decided) => string {
  const { t } = useTexts('moderation');
  return ({ action, kind, tribeName }) =>
    t(`moderation.own.title.${action}`, {
      thing: t(`moderation.things.${kind}`),
      tribe: tribeName ?? t('moderation.own.theTribe'),
    });
}
