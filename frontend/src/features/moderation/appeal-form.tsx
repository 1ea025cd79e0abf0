import { appealTextMax } from '@limits/content';
import { useTextDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useRequired } from '../../lib/use-required.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAppeal } from './api.ts';

/** The one appeal against a decision. */
export function AppealForm({ caseId, until }: { caseId: string; until: string }) {
  const { t } = useTexts('moderation');
  const format = useFormat();
  const appeal = useAppeal(caseId);
  const [text, setText] = useTextDraft(`case-appeal:${caseId}`);
  const required = useRequired(text.trim() === '', t('moderation.appealMissing'));
  const send = () =>
    appeal.mutate(text.trim(), {
      onSuccess: () => {
        setText(() => '');
        toast(() => t('moderation.appealSent'), { tone: 'good' });
      },
      offScreen: { onError: toastFailure },
    });
  return (
    <form
      aria-label={t('moderation.appeal')}
      className="grid grid-cols-1 gap-3 border-line border-t pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (required.isThere(event)) send();
      }}
    >
      <h2 className="font-semibold">{t('moderation.appeal')}</h2>
      <p className="text-fg-muted text-small">{t('moderation.appealAbout', { date: format.date(until) })}</p>
      <Textarea
        label={t('moderation.appealText')}
        error={required.error}
        counted
        limit={appealTextMax}
        value={text}
        onChange={(event) => setText(() => event.target.value)}
      />
      <FormError>{appeal.error && messageOf(appeal.error, t('ui.error'))}</FormError>
      <Button type="submit" variant="primary" loading={appeal.isPending}>
        {t('moderation.sendAppeal')}
      </Button>
    </form>
  );
}
