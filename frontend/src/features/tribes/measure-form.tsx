import { endDaysMax, reasonMax } from '@limits/tribes';
import { DraftNote } from '../../lib/draft-note.tsx';
import { useFormDraft } from '../../lib/drafts.ts';
import { dayMs, endIn } from '../../lib/end-choices.tsx';
import { useTexts } from '../../lib/i18n.ts';
import { useDraftForm } from '../../lib/use-draft-form.ts';
import { Button } from '../../ui/button.tsx';
import { choiceClass, choiceInputClass } from '../../ui/choices.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import type { Measure } from './member-api.ts';

const ENDS = { restrict: ['1', '7', '30', 'date'], ban: ['7', '30', 'never', 'date'] } as const;

interface Fields {
  reason: string;
  /** Days, or `never`, or `date` for a typed one. */
  end: '1' | '7' | '30' | 'never' | 'date';
  date: string;
}

const blank: Fields = { reason: '', end: '7', date: '' };

interface MeasureFormProps {
  /** The name of its draft: one per tribe, member and kind. */
  draftName: string;
  kind: 'restrict' | 'ban';
  name: string;
  busy: boolean;
  failed: string | null;
  /** `markSent` must be called once the measure is applied. */
  onSubmit: (measure: Measure, markSent: () => void) => void;
}

/** The reason and the end of a restriction or ban, with a message to the member. */
export function MeasureForm({ draftName, kind, name, busy, failed, onSubmit }: MeasureFormProps) {
  const { t } = useTexts('membership');
  const draft = useFormDraft(draftName, blank);
  const form = useDraftForm(draft.draft);
  const { errors } = form.formState;
  const end = form.watch('end');
  const submit = form.handleSubmit((fields) => {
    if (busy) return;
    const reason = fields.reason.trim();
    const endsAt = endOf(fields);
    if (kind === 'ban') onSubmit({ kind, reason, endsAt }, draft.markSent);
    else if (endsAt) onSubmit({ kind, reason, endsAt }, draft.markSent);
  });
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4 pt-1">
      <DraftNote of={draft} />
      <p className="text-fg-muted text-small">{t(`membership.lost.${kind}`)}</p>
      <Textarea
        {...form.register('reason', { validate: (text) => text.trim() !== '' || t('membership.reasonMissing') })}
        label={t('membership.reason')}
        hint={t('membership.reasonHint')}
        error={errors.reason?.message}
        counted
        limit={reasonMax}
        value={form.watch('reason')}
      />
      <fieldset className="grid grid-cols-1">
        <legend className="mb-1.5 font-medium text-small">{t('membership.until')}</legend>
        <div className="flex flex-wrap gap-1.5">
          {ENDS[kind].map((value) => (
            <label key={value} className={choiceClass}>
              <input {...form.register('end')} type="radio" value={value} className={choiceInputClass} />
              {value === 'never'
                ? t('ui.noEnd')
                : value === 'date'
                  ? t('membership.end.date')
                  : t('ui.days', { count: Number(value) })}
            </label>
          ))}
        </div>
      </fieldset>
      {end === 'date' && (
        <Input
          {...form.register('date', {
            validate: (date) => isPossible(date, kind) || t('membership.dateWrong', { max: endDaysMax }),
          })}
          type="date"
          label={t('membership.lastDay')}
          error={errors.date?.message}
        />
      )}
      <FormError>{failed}</FormError>
      <Button type="submit" variant={kind === 'ban' ? 'danger' : 'primary'} wide loading={busy}>
        {t(`membership.title.${kind}`, { name })}
      </Button>
    </form>
  );
}

/** Returns the last moment of a typed day. */
const endOfDay = (date: string): number => new Date(`${date}T23:59:59`).getTime();

function isPossible(date: string, kind: 'restrict' | 'ban'): boolean {
  const end = endOfDay(date);
  const last = kind === 'restrict' ? Date.now() + endDaysMax * dayMs : Number.POSITIVE_INFINITY;
  return end > Date.now() && end <= last;
}

function endOf({ end, date }: Fields): string | null {
  if (end === 'date') return new Date(endOfDay(date)).toISOString();
  return endIn(end === 'never' ? null : Number(end));
}
