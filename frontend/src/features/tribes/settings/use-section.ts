import { type Draft, useDraft } from '../../../lib/drafts.ts';
import { messageOf } from '../../../lib/http.ts';
import { useFormat, useTexts } from '../../../lib/i18n.ts';
import { toast } from '../../../ui/toast.tsx';
import { type TribeChange, useChangeTribe } from '../api.ts';

interface SectionOptions<Values> {
  tribeId: number;
  /** What names the changes that are kept on this device. */
  name: string;
  /** As the service has them. */
  saved: Values;
  /** What each value is called, for saying what was saved. */
  words: Record<keyof Values, string>;
  /** Whether what is kept can be shown. */
  isSound: (values: Record<keyof Values, unknown>) => boolean;
  /** What is sent of the changed values. */
  bodyOf: (changed: Partial<Values>) => TribeChange;
}

export interface Section<Values> {
  /** What the form shows, and how it changes. */
  draft: Draft<Values>;
  isChanged: boolean;
  isSaving: boolean;
  /** Why the service refused what the form shows; null once it shows something else. */
  refusal: Error | null;
  save: () => void;
  discard: () => void;
}

/**
 * A part of a tribe's settings that is saved by itself. Changes stay on this device until they are saved or discarded;
 * only what was changed is sent, so that what another officer changed meanwhile stays.
 */
export function useSection<Values extends object>(options: SectionOptions<Values>): Section<Values> {
  const { tribeId, name, saved, words, isSound, bodyOf } = options;
  const { t } = useTexts('tribe-settings');
  const format = useFormat();
  const none = changesIn(saved, saved);
  const [kept, keep] = useDraft(`tribe:${tribeId}:${name}`, none, (stored) => {
    const values = { ...saved, ...Object(stored) };
    return isSound(values) ? changesIn(saved, values) : null;
  });
  const changed = changesIn(saved, { ...saved, ...kept });
  const change = useChangeTribe(tribeId);
  const body = bodyOf(changed);
  return {
    draft: [{ ...saved, ...changed }, (by) => keep((before) => changesIn(saved, by({ ...saved, ...before })))],
    isChanged: Object.keys(changed).length > 0,
    isSaving: change.isPending,
    refusal: isSame(change.variables, body) ? change.error : null,
    save() {
      const what = (Object.keys(changed) as (keyof Values)[]).map((key) => words[key]);
      change.mutate(body, {
        // Also when the screen was left meanwhile, what was saved is a draft no more.
        onSuccess: () => {
          keep((now) => (isSame(now, kept) ? none : now));
          toast(t('tribeSettings.saved', { what: format.list(what) }), { tone: 'good' });
        },
        offScreen: { onError: (error) => toast(messageOf(error, t('ui.error')), { tone: 'bad' }) },
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
