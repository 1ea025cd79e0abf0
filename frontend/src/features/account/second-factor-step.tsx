import { useState } from 'react';
import { ApiError, messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { suspensionIn, useSecondFactor } from './api.ts';
import { CodeInput } from './code-input.tsx';

interface SecondFactorStepProps {
  challenge: string;
  /** Back to email and password. */
  onBack: () => void;
  /** Called when the code was right and the account is suspended. */
  onSuspended: (refusal: ApiError | null) => void;
}

/** The second step of signing in: a code of the app, or one of the recovery codes. */
export function SecondFactorStep({ challenge, onBack, onSuspended }: SecondFactorStepProps) {
  const { t } = useTexts('account');
  const [byRecovery, setByRecovery] = useState(false);
  const answer = useSecondFactor(challenge);
  const { register, handleSubmit, formState, reset } = useForm<{ code: string }>({ defaultValues: { code: '' } });
  const isOver = answer.error instanceof ApiError && answer.error.code === 'challenge_over';
  const change = () => {
    setByRecovery(!byRecovery);
    answer.reset();
    reset();
  };
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ code }) =>
        answer.mutate(code, { onScreen: { onError: (error) => onSuspended(suspensionIn(error)) } }),
      )}
      className="grid gap-5"
    >
      <CodeInput
        key={String(byRecovery)}
        {...register('code', { required: t('security.codeRequired') })}
        recovery={byRecovery}
        autoFocus
        error={formState.errors.code?.message}
      />
      <FormError>{answer.isError && messageOf(answer.error, t('ui.error'))}</FormError>
      {isOver ? (
        <Button variant="primary" size="lg" wide onClick={onBack}>
          {t('security.startAgain')}
        </Button>
      ) : (
        <Button type="submit" variant="primary" size="lg" wide loading={answer.isPending}>
          {t('account.login')}
        </Button>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" size="sm" onClick={change}>
          {t(byRecovery ? 'security.useApp' : 'security.useRecovery')}
        </Button>
        <Button variant="ghost" size="sm" onClick={onBack}>
          {t('security.otherAccount')}
        </Button>
      </div>
    </form>
  );
}
