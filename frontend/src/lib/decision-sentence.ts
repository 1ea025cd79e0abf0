import type { Schema } from './contract.ts';
import { useTexts } from './i18n.ts';
import type { ListedKind } from './listed-kind.ts';

export interface Decided {
  /** `hidden`: hidden by reports until a moderator decides; `edited`: visible again after an edit. */
  action: Schema<'CaseAction'> | 'hidden' | 'edited';
  kind: ListedKind;
  /** Null when it belongs to no tribe. */
  tribeName: string | null;
}

/** Returns a sentence about a decision on an object of the viewer. */
export function useDecisionSentence(): (decided: Decided) => string {
  const { t } = useTexts('moderation');
  return ({ action, kind, tribeName }) =>
    t(`moderation.own.title.${action}`, {
      thing: t(`moderation.things.${kind}`),
      tribe: tribeName ?? t('moderation.own.theTribe'),
    });
}
