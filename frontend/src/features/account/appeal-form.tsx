import { appealMax, appealMin } from '@limits/identity';
import { useState } from 'react';
import type { Draft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { linesLength } from '../../ui/text-length.ts';
import { Textarea } from '../../ui/textarea.tsx';

interface AppealFormProps {
  /** The draft of the text. */
  draft: Draft<string>;
  onSend: (text: string) => void;
  sending: boolean;
  error: Error | null;
}

/** The one appeal against a sanction. The text stays when sending fails. */
export function AppealForm({ draft: [text, setText], onSend, sending, error }: AppealFormProps) {
  const { t } = useTexts('sanctions');
  const [isTooShort, setTooShort] = useState(false);
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const isShort = linesLength(text) < appealMin;
        setTooShort(isShort);
        if (!isShort && !sending) onSend(text.trim());
      }}
    >
      <Textarea
        label={t('sanctions.appeal')}
        hint={t('sanctions.appealHint')}
        error={isTooShort && t('sanctions.appealShort', { min: appealMin })}
        counted
        limit={appealMax}
        value={text}
        onChange={(event) => setText(() => event.target.value)}
        className="min-h-32"
      />
      <FormError>{error && messageOf(error, t('ui.failed'))}</FormError>
      <Button type="submit" variant="primary" loading={sending}>
        {t('sanctions.sendAppeal')}
      </Button>
    </form>
  );
}
