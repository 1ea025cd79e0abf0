import { caseTextMax, reportReasons } from '@limits/content';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { FormError } from '../ui/form-error.tsx';
import { SheetPanel } from '../ui/sheet-panel.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { toast } from '../ui/toast.tsx';
import { messageOf } from './http.ts';
import { useTexts } from './i18n.ts';
import { useMutation } from './mutation.ts';
import type { Removal } from './removal.ts';

type Reason = Removal['reason'];

export interface RemovalSheetProps {
  open: boolean;
  onClose: () => void;
  kind: 'post' | 'comment' | 'tribe_media';
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

function RemovalForm({ onClose, remove, onRemoved }: Omit<RemovalSheetProps, 'open' | 'kind'>) {
  const { t } = useTexts('moderation');
  const [reason, setReason] = useState<Reason>();
  const [message, setMessage] = useState('');
  const [asked, setAsked] = useState(false);
  const words = message.trim();
  const missing = !reason
    ? t('moderation.chooseReason')
    : reason === 'other' && !words && t('moderation.removal.sayWhy');
  // Called also when what is removed has taken this sheet with it.
  const send = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      onClose();
      toast(t('moderation.done.remove'), { tone: 'good' });
      onRemoved?.();
    },
  });
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4 pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (reason && !missing) send.mutate({ reason, message: words });
      }}
    >
      <p className="text-fg-muted text-small">{t('moderation.removal.about')}</p>
      <Choices
        name="removal-reason"
        legend={t('moderation.reasonFor')}
        values={reportReasons}
        chosen={reason}
        onChoose={setReason}
        text={(value) => t(`moderation.reasons.${value}`)}
      />
      <Textarea
        label={t(reason === 'other' ? 'moderation.removal.message' : 'moderation.message')}
        counted
        limit={caseTextMax}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <FormError>
        {(asked && missing) || (send.error && messageOf(send.error, t('moderation.removal.failed')))}
      </FormError>
      <Button type="submit" variant="danger" wide loading={send.isPending}>
        {t('moderation.removal.confirm')}
      </Button>
    </form>
  );
}
