import { hintMax, submissionTextMax } from '@limits/tribes';
import { type SubmitEvent, useState } from 'react';
import { DraftNote } from '../../lib/draft-note.tsx';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useRequired } from '../../lib/use-required.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAnswerDraft } from './answer-draft.ts';
import { AttachmentField } from './attachment-field.tsx';
import { useSubmit } from './changes-api.ts';
import type { Challenge, Tribe } from './path-api.ts';

/** An answer for review: a text, a hint for the reviewer, and a picture or a document. */
export function ManualForm({ tribe, challenge, onClose }: { tribe: Tribe; challenge: Challenge; onClose: () => void }) {
  const { t } = useTexts('challenges');
  const draft = useAnswerDraft(challenge.id);
  const { set, file, lostFileName } = draft;
  const { text, hint } = draft.fields;
  const { send, sent, error, isSending } = useSend(tribe, challenge, draft.markSent, onClose);
  const required = useRequired(text.trim() === '' && !file, t('challenges.answerMissing'));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (required.isThere(event)) send({ text, hint, file });
  };
  const cancel = () => {
    draft.discard();
    onClose();
  };

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4">
      <DraftNote of={draft} />
      <Textarea
        label={t('challenges.text')}
        rows={4}
        error={required.error}
        className="min-h-24"
        limit={submissionTextMax}
        value={text}
        onChange={({ target }) => set({ text: target.value })}
      />
      <Input
        label={t('challenges.hint')}
        limit={hintMax}
        value={hint}
        onChange={({ target }) => set({ hint: target.value })}
      />
      {lostFileName !== '' && (
        <p className="prose-safe text-small">{t('challenges.chooseAgain', { name: lostFileName })}</p>
      )}
      <AttachmentField file={file} sent={sent} onPick={draft.setFile} />
      <FormError>{error}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" size="sm" type="submit" loading={isSending}>
          {t('challenges.send')}
        </Button>
        <Button variant="ghost" size="sm" disabled={isSending} onClick={cancel}>
          {t('challenges.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Submits an answer, with its file if it has one. */
function useSend(tribe: Tribe, challenge: Challenge, markSent: () => void, onSent: () => void) {
  const { t } = useTexts('challenges');
  const submission = useSubmit(tribe.id, challenge.id);
  const [sent, setSent] = useState<number | null>(null);
  const failureOf = (error: Error) => messageOf(error, t('challenges.sendFailed'));

  function send(answer: { text: string; hint: string; file: File | null }): void {
    if (answer.file) setSent(0);
    submission.mutate(
      { ...answer, onProgress: setSent },
      {
        onSuccess: () => {
          markSent();
          toast(() => t('challenges.sent'), { tone: 'good' });
        },
        onScreen: { onSuccess: onSent, onError: () => setSent(null) },
        offScreen: { onError: (error) => toast(() => failureOf(error), { tone: 'bad' }) },
      },
    );
  }

  return { send, sent, error: submission.error && failureOf(submission.error), isSending: submission.isPending };
}
