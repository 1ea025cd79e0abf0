import { reportDescriptionMax, reportReasons } from '@limits/content';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { FormError } from '../ui/form-error.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { toast } from '../ui/toast.tsx';
import { useFormDraft } from './drafts.ts';
import { http, messageOf } from './http.ts';
import { useTexts } from './i18n.ts';
import { useMutation } from './mutation.ts';
import { useObservable } from './observable.ts';
import { type ReportTarget, reportTarget } from './report.ts';

type Reason = (typeof reportReasons)[number];

/** The form that reports the target of `openReport`. */
export function ReportSheet() {
  const { t } = useTexts('moderation');
  const target = useObservable(reportTarget);
  const [last, setLast] = useState(target);
  if (target && target !== last) setLast(target);
  const close = () => reportTarget.set(null);
  return (
    <Sheet open={target !== null} onClose={close} title={last ? t(`moderation.reportTitle.${last.kind}`) : ''}>
      {last && <ReportForm key={JSON.stringify(last)} target={last} onDone={close} />}
    </Sheet>
  );
}

const blank: { reason: Reason | null; description: string } = { reason: null, description: '' };

function ReportForm({ target, onDone }: { target: ReportTarget; onDone: () => void }) {
  const { t } = useTexts('moderation');
  const { draft, markSent } = useFormDraft(`report:${JSON.stringify(target)}`, blank);
  const [{ reason, description }, change] = draft;
  const [missing, setMissing] = useState(false);
  const send = useMutation({
    mutationFn: (chosen: Reason) => sendReport(target, { reason: chosen, description: description.trim() }),
    onSuccess: ({ message }) => {
      toast(() => message || t('moderation.sent'), { tone: 'good' });
      onDone();
    },
  });
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4 pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(reason === null);
        if (reason) send.mutate(reason, { onSuccess: markSent });
      }}
    >
      <p className="text-fg-muted text-small">{t('moderation.reportAbout')}</p>
      <Choices<Reason>
        name="reason"
        legend={t('moderation.reason')}
        values={reportReasons}
        chosen={reason ?? undefined}
        onChoose={(next) => change((before) => ({ ...before, reason: next }))}
        text={(value) => t(`moderation.reasons.${value}`)}
      />
      <Textarea
        label={t('moderation.description')}
        counted
        limit={reportDescriptionMax}
        value={description}
        onChange={({ target: { value } }) => change((before) => ({ ...before, description: value }))}
      />
      <FormError>
        {missing && reason === null
          ? t('moderation.chooseReason')
          : send.error && messageOf(send.error, t('moderation.failed'))}
      </FormError>
      <Button type="submit" variant="primary" wide loading={send.isPending}>
        {t('moderation.send')}
      </Button>
    </form>
  );
}

function sendReport(target: ReportTarget, report: { reason: Reason; description: string }) {
  switch (target.kind) {
    case 'post':
    case 'vibe':
      return http.post('/reports/post', { body: { postId: target.postId, ...report } });
    case 'comment':
      return http.post('/reports/comment', { body: { commentId: target.commentId, ...report } });
    case 'chat_message':
      return http.post('/reports/chat', { body: { messageId: target.messageId, ...report } });
    case 'direct_message':
      return http.post('/reports/message', { body: { messageId: target.messageId, ...report } });
    case 'tribe_media':
      return http.post('/reports/media', { body: { mediaId: target.mediaId, ...report } });
    case 'person':
      return http.post('/reports/person', { body: { userId: target.userId, tribeId: target.tribeId, ...report } });
    case 'tribe':
      return http.post('/reports/tribe', { body: { tribeId: target.tribeId, ...report } });
    default:
      return target satisfies never;
  }
}
