import { useState } from 'react';
import { EndChoices, endIn } from '../../lib/end-choices.tsx';
import { messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { useIdempotencyKeys } from '../../lib/idempotency-key.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { toast } from '../../ui/toast.tsx';
import { useMakeInvite } from './api.ts';
import { copyInvite } from './invite-link.ts';

/** The days until an invitation ends, and its maximum number of uses; null: without end. */
const ENDS = [1, 7, 30, null] as const;
const USES = [1, 10, 100, null] as const;

/** Creates an invitation, and copies its link. */
export function NewInviteForm({ tribeId, onDone }: { tribeId: number; onDone: () => void }) {
  const { t } = useTexts('invites');
  const format = useFormat();
  const [days, setDays] = useState<(typeof ENDS)[number]>(7);
  const [maxUses, setMaxUses] = useState<(typeof USES)[number]>(null);
  const keys = useIdempotencyKeys();
  const make = useMakeInvite(tribeId);

  const announce = async (code: string | null) => {
    const isCopied = code !== null && (await copyInvite(code));
    toast(() => t(isCopied ? 'invites.madeAndCopied' : 'invites.made'), { tone: 'good' });
  };
  const submit = () =>
    make.mutate(
      { expiresAt: endIn(days), maxUses, key: keys.keyFor(days, maxUses) },
      {
        onSuccess: ({ code }) => {
          keys.forget();
          void announce(code);
        },
        onScreen: { onSuccess: onDone },
        offScreen: { onError: (error) => toast(() => messageOf(error, t('ui.failed')), { tone: 'bad' }) },
      },
    );

  return (
    <form
      className="grid grid-cols-1 gap-5 pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <EndChoices name="days" legend={t('invites.howLong')} values={ENDS} chosen={days} onChoose={setDays} />
      <Choices
        name="uses"
        legend={t('invites.howMany')}
        values={USES}
        chosen={maxUses}
        onChoose={setMaxUses}
        text={(value) => (value === null ? t('invites.noBound') : format.number(value))}
      />
      <FormError>{make.error && messageOf(make.error, t('ui.failed'))}</FormError>
      <Button type="submit" variant="primary" wide loading={make.isPending}>
        {t('invites.make')}
      </Button>
    </form>
  );
}
