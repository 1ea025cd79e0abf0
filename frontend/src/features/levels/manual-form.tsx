import { hintMax, submissionTextMax } from '@limits/tribes';
import { type SubmitEvent, useState } from 'react';
import { useFormDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { AttachmentField } from './attachment-field.tsx';
import { useSubmit } from './changes-api.ts';
import type { Challenge, Tribe } from './path-api.ts';

const blank = { text: '', hint: '' };

/** An answer for review: a text, a hint for the reviewer, and a picture or a document. */
export function ManualForm({ tribe, challenge, onClose }: { tribe: Tribe; challenge: Challenge; onClose: () => void }) {
  const { t } = useTexts('challenges');
  const form = useFormDraft(`answer:${challenge.id}`, blank);
  const [{ text, hint }, change] = form.draft;
  const [file, setFile] = useState<File | null>(null);
  const { send, sent, error, isSending } = useSend(tribe, challenge, form.markSent, onClose);
  const isEmpty = text.trim() === '' && !file;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isEmpty) send({ text, hint, file });
  };
  const cancel = () => {
    form.discard();
    onClose();
  };

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4">
      <Textarea
        label={t('challenges.text')}
        rows={4}
        className="min-h-24"
        limit={submissionTextMax}
        value={text}
        onChange={({ target }) => change((before) => ({ ...before, text: target.value }))}
      />
      <Input
        label={t('challenges.hint')}
        limit={hintMax}
        value={hint}
        onChange={({ target }) => change((before) => ({ ...before, hint: target.value }))}
      />
      <AttachmentField file={file} sent={sent} onPick={setFile} />
      <FormError>{error}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" size="sm" type="submit" loading={isSending} disabled={isEmpty}>
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
          toast(t('challenges.sent'), { tone: 'good' });
        },
        onScreen: { onSuccess: onSent, onError: () => setSent(null) },
        offScreen: { onError: (error) => toast(failureOf(error), { tone: 'bad' }) },
      },
    );
  }

  return { send, sent, error: submission.error && failureOf(submission.error), isSending: submission.isPending };
}
