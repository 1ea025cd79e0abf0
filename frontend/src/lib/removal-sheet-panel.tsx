import { caseTextMax, reportReasons } from '@limits/content';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { FormError } from '../ui/form-error.tsx';
import { SheetPanel } from '../ui/sheet-panel.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { toast } from '../ui/toast.tsx';
import { useFormDraft } from './drafts.ts';
import { messageOf } from './http.ts';
import { useTexts } from './i18n.ts';
import { useMutation } from './mutation.ts';
import type { Removal } from './removal.ts';

type Reason = Removal['reason'];

export interface RemovalSheetProps {
  open: boolean;
  onClose: () => void;
  kind: 'post' | 'vibe' | 'comment' | 'tribe_media';
  /** The id of the removed object, for the draft. */
  subject: string;
  remove: (removal: Removal) => Promise<unknown>;
  onRemoved?: (() => void) | undefined;
}

export function RemovalSheetPanel({ open, onClose, kind, ...rest }: RemovalSheetProps) {
  const { t } = useTexts('moderation');
  return (
    <SheetPanel open={open} onClose={onClose} title={t(`moderation.removal.title.${kind}`)}>
      <RemovalForm onClose={onClose} {...rest} />
    </SheetPanel>
  );
}

const blank: { reason: Reason | null; message: string } = { reason: null, message: '' };

function RemovalForm({ subject, onClose, remove, onRemoved }: Omit<RemovalSheetProps, 'open' | 'kind'>) {
  const { t } = useTexts('moderation');
  const { draft, discard } = useFormDraft(`removal:${subject}`, blank);
  const [{ reason, message }, change] = draft;
  const [isSubmitted, setSubmitted] = useState(false);
  const words = message.trim();
  const missing = !reason
    ? t('moderation.chooseReason')
    : reason === 'other' && !words && t('moderation.removal.sayWhy');
  // Also called when the removal has unmounted this sheet.
  const send = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      discard();
      onClose();
      toast(() => t('moderation.done.remove'), { tone: 'good' });
      onRemoved?.();
    },
  });
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4 pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(true);
        if (reason && !missing) send.mutate({ reason, message: words });
      }}
    >
      <p className="text-fg-muted text-small">{t('moderation.removal.about')}</p>
      <Choices
        name="removal-reason"
        legend={t('moderation.reasonFor')}
        values={reportReasons}
        chosen={reason ?? undefined}
        onChoose={(next) => change((before) => ({ ...before, reason: next }))}
        text={(value) => t(`moderation.reasons.${value}`)}
      />
      <Textarea
        label={t(reason === 'other' ? 'moderation.removal.message' : 'moderation.message')}
        counted
        limit={caseTextMax}
        value={message}
        onChange={({ target: { value } }) => change((before) => ({ ...before, message: value }))}
      />
      <FormError>
        {(isSubmitted && missing) || (send.error && messageOf(send.error, t('moderation.removal.failed')))}
      </FormError>
      <Button type="submit" variant="danger" wide loading={send.isPending}>
        {t('moderation.removal.confirm')}
      </Button>
    </form>
  );
}
