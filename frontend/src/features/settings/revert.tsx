import { useState } from 'react';
import type { Outcome } from '../../lib/mutation.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';

interface RevertProps<Saved> {
  texts: { button: string; title: string; text: string; done: () => string };
  busy: boolean;
  revert: (outcome: Outcome<Saved>) => void;
  /** Called with the settings that apply now. */
  onReverted: (saved: Saved) => void;
}

/** Resets the settings after a confirmation. */
export function Revert<Saved>({ texts, busy, revert, onReverted }: RevertProps<Saved>) {
  const [isConfirming, setConfirming] = useState(false);
  const confirm = () =>
    revert({
      onSuccess: () => toast(texts.done),
      onError: toastFailure,
      onScreen: {
        onSuccess: (saved) => {
          setConfirming(false);
          onReverted(saved);
        },
      },
    });
  return (
    <>
      <Button onClick={() => setConfirming(true)}>{texts.button}</Button>
      <Confirm
        open={isConfirming}
        title={texts.title}
        text={texts.text}
        confirm={texts.button}
        busy={busy}
        onConfirm={confirm}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
