import { sanctionReasons, sanctionTextMax, sanctionTextMin } from '@limits/identity';
import type { UseFormReturn } from 'react-hook-form';
import { DraftNote } from '../../lib/draft-note.tsx';
import { useFormDraft } from '../../lib/drafts.ts';
import { endIn } from '../../lib/end-choices.tsx';
import { messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useDraftForm } from '../../lib/use-draft-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Select } from '../../ui/select.tsx';
import { linesLength } from '../../ui/text-length.ts';
import { Textarea } from '../../ui/textarea.tsx';
import { type AdminUser, type NewSanction, useAddSanction } from './api.ts';

const KINDS = ['warning', 'silence', 'suspension'] as const;
const DAYS = ['1', '3', '7', '30', '0'] as const;

interface Fields {
  kind: NewSanction['kind'];
  reason: NewSanction['reason'];
  message: string;
  /** 0: without an end. */
  days: (typeof DAYS)[number];
}

const blank: Fields = { kind: 'warning', reason: 'spam', message: '', days: '7' };

/** Warns, silences or suspends a person, with a message to them. */
export function SanctionForm({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const { t } = useTexts('admin', 'sanctions');
  const impose = useAddSanction(user.id);
  const draft = useFormDraft(`sanction:${user.id}`, blank);
  const form = useDraftForm(draft.draft);
  const kind = form.watch('kind');
  const submit = form.handleSubmit(({ days, ...words }) => {
    const hasEnd = words.kind !== 'warning' && days !== '0';
    const endsAt = endIn(hasEnd ? Number(days) : null);
    impose.mutate(
      { ...words, message: words.message.trim(), endsAt },
      {
        onSuccess: draft.markSent,
        onScreen: { onSuccess: onDone },
        offScreen: { onError: toastFailure },
      },
    );
  });
  const cancel = () => {
    draft.discard();
    onDone();
  };
  return (
    <form noValidate onSubmit={submit} aria-label={t('admin.impose')} className="grid gap-4">
      <DraftNote of={draft} />
      <Select
        label={t('admin.kind')}
        options={KINDS.map((value) => ({ value, label: t(`sanctions.kinds.${value}`) }))}
        value={kind}
        onChange={(value) => form.setValue('kind', value)}
      />
      <p className="-mt-2 text-caption text-fg-muted">{t(`admin.effects.${kind}`)}</p>
      <Select
        label={t('sanctions.reason')}
        options={sanctionReasons.map((value) => ({ value, label: t(`sanctions.reasons.${value}`) }))}
        value={form.watch('reason')}
        onChange={(value) => form.setValue('reason', value)}
      />
      {kind !== 'warning' && (
        <Select
          label={t('admin.howLong')}
          options={DAYS.map((value) => ({
            value,
            label: value === '0' ? t('sanctions.forNow') : t('ui.days', { count: Number(value) }),
          }))}
          value={form.watch('days')}
          onChange={(value) => form.setValue('days', value)}
        />
      )}
      <MessageField form={form} language={user.language} />
      <FormError>{impose.error && messageOf(impose.error, t('ui.error'))}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={kind === 'warning' ? 'primary' : 'danger'} loading={impose.isPending}>
          {t('admin.impose')}
        </Button>
        <Button variant="ghost" onClick={cancel}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  );
}

function MessageField({ form, language: displayLanguage }: { form: UseFormReturn<Fields>; language: string | null }) {
  const { t } = useTexts('admin', 'sanctions');
  const format = useFormat();
  const language = new Intl.DisplayNames(format.language, { type: 'language' }).of(displayLanguage ?? 'es');
  return (
    <Textarea
      {...form.register('message', {
        validate: (text) =>
          linesLength(text) >= sanctionTextMin || t('sanctions.appealShort', { min: sanctionTextMin }),
      })}
      label={t('admin.message')}
      hint={t('admin.messageHint', { language: language ?? '' })}
      error={form.formState.errors.message?.message}
      counted
      limit={sanctionTextMax}
      value={form.watch('message')}
    />
  );
}
