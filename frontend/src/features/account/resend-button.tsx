import { useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { MAIL_PAUSE_SECONDS, useCooldown } from './use-cooldown.ts';

interface ResendButtonProps {
  /** Resolves to false when no mail was sent. */
  onSend: () => Promise<unknown>;
  /** A mail was sent before. */
  again?: boolean;
  /** A mail was just sent. */
  startPaused?: boolean;
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** Requests a mail, then counts down until the next one may be sent. */
export function ResendButton({
  onSend,
  again,
  startPaused = false,
  variant = 'quiet',
  size = 'lg',
}: ResendButtonProps) {
  const { t } = useTexts('recovery');
  const [left, pause] = useCooldown(MAIL_PAUSE_SECONDS, startPaused);
  const [state, setState] = useState<{ pending?: boolean; sent?: boolean; error?: unknown }>({});

  const send = async () => {
    setState({ pending: true });
    try {
      const sent = (await onSend()) !== false;
      setState({ sent });
      if (sent) pause();
    } catch (error) {
      setState({ error });
    }
  };

  const label = again || state.sent ? t('recovery.sendAgain') : t('recovery.sendLink');
  return (
    <div className="grid gap-3">
      <FormError>{state.error !== undefined && messageOf(state.error, t('ui.error'))}</FormError>
      <Button
        variant={variant}
        size={size}
        wide
        loading={state.pending}
        disabled={left > 0}
        onClick={() => void send()}
      >
        {left > 0 ? t('recovery.sendAgainIn', { seconds: left }) : label}
      </Button>
      <p role="status" className="text-center text-fg-muted text-small empty:hidden">
        {state.sent && t('recovery.sentAgain')}
      </p>
    </div>
  );
}
