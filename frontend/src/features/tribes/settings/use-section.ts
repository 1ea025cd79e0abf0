import { type Draft, useDraft } from '../../../lib/drafts.ts';
import { currentLanguage, formatters, useTexts } from '../../../lib/i18n.ts';
import { toastFailure } from '../../../lib/toast-failure.ts';
import { toast } from '../../../ui/toast.tsx';
import { type TribeChange, useChangeTribe } from '../api.ts';

interface SectionOptions<Values> {
  tribeId: number;
  /** The name of the draft on this device. */
  name: string;
  /** The saved values. */
  saved: Values;
  /** The label of each value, for the success message. */
  words: Record<keyof Values, () => string>;
  /** Whether a stored draft is valid. */
  isSound: (values: Record<keyof Values, unknown>) => boolean;
  /** Returns the request body for the changed values. */
  bodyOf: (changed: Partial<Values>) => TribeChange;
}

export interface Section<Values> {
  /** The displayed values and their setter. */
  draft: Draft<Values>;
  isChanged: boolean;
  isSaving: boolean;
  /** The service's error about the displayed values; null once they change. */
  refusal: Error | null;
  save: () => void;
  discard: () => void;
}

/**
 * A section of a tribe's settings with its own save. Changes are stored on this device until they are saved or
 * discarded; only changed values are sent, so that concurrent changes of another officer stay.
 */
export function useSection<Values extends object>(options: SectionOptions<Values>): Section<Values> {
  const { tribeId, name, saved, words, isSound, bodyOf } = options;
  const { t } = useTexts('tribe-settings');
  const none = changesIn(saved, saved);
  const [stored, keep] = useDraft(`tribe:${tribeId}:${name}`, none, (stored) => {
    const values = { ...saved, ...Object(stored) };
    return isSound(values) ? changesIn(saved, values) : null;
  });
  const changed = changesIn(saved, { ...saved, ...stored });
  const change = useChangeTribe(tribeId);
  const body = bodyOf(changed);
  return {
    draft: [{ ...saved, ...changed }, (by) => keep((before) => changesIn(saved, by({ ...saved, ...before })))],
    isChanged: Object.keys(changed).length > 0,
    isSaving: change.isPending,
    refusal: isSame(change.variables, body) ? change.error : null,
    save() {
      const changedNames = (Object.keys(changed) as (keyof Values)[]).map((key) => words[key]);
      change.mutate(body, {
        // Also when the screen was left during the request: the saved values are no longer a draft.
        onSuccess: () => {
          keep((now) => (isSame(now, stored) ? none : now));
          const what = () => formatters(currentLanguage()).list(changedNames.map((name) => name()));
          toast(() => t('tribeSettings.saved', { what: what() }), { tone: 'good' });
        },
        offScreen: { onError: toastFailure },
      });
    },
    discard: () => keep(() => none),
  };
}

function changesIn<Values extends object>(saved: Values, values: Values): Partial<Values> {
  const changes: Partial<Values> = { ...values };
  for (const key of Object.keys(values) as (keyof Values)[]) if (isSame(saved[key], values[key])) delete changes[key];
  return changes;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
