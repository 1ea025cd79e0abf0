import { minimumAge } from '@limits/identity';
import { useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import type { SessionUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog-panel.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextLink } from '../../ui/link.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { endWithoutTerms, useAcceptTerms } from './google-api.ts';

interface TermsDialogProps {
  open: boolean;
  /** The token of the session that waits for the terms. */
  token: string;
  onAccepted: (user: SessionUser) => void;
  onCancel: () => void;
}

/** A newcomer from Google accepts the terms, or cancels: then the session opened for them ends. */
export function TermsDialog({ open, token, onAccepted, onCancel }: TermsDialogProps) {
  const { t } = useTexts('recovery');
  const accept = useAcceptTerms(token);
  const [ticked, setTicked] = useState(false);
  const [missing, setMissing] = useState(false);

  const cancel = () => {
    void endWithoutTerms(token);
    onCancel();
  };
  return (
    <Dialog
      open={open}
      onClose={cancel}
      title={t('recovery.termsTitle')}
      text={t('recovery.termsText')}
      actions={
        <>
          <Button variant="ghost" onClick={cancel}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="primary"
            loading={accept.isPending}
            onClick={() => {
              setMissing(!ticked);
              if (ticked) accept.mutate(undefined, { onScreen: { onSuccess: onAccepted } });
            }}
          >
            {t('recovery.termsAccept')}
          </Button>
        </>
      }
    >
      <Checkbox
        checked={ticked}
        onChange={(event) => {
          setTicked(event.target.checked);
          setMissing(false);
        }}
        label={
          <RichText text={t('account.terms')} elements={{ terms: <TextLink to={paths.terms} target="_blank" /> }} />
        }
        error={missing && t('account.termsRequired')}
      />
      <p className="text-caption text-fg-faint">{t('account.age', { min: minimumAge })}</p>
      <FormError>{accept.isError && messageOf(accept.error, t('ui.error'))}</FormError>
    </Dialog>
  );
}
