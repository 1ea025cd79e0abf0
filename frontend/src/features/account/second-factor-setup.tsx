import { renderSVG } from 'uqr';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { CodeInput } from './code-input.tsx';
import { CurrentPassword, useCurrentPassword } from './proof-fields.tsx';
import { type Security, useBeginSecondFactor, useConfirmSecondFactor } from './security-api.ts';

interface SecondFactorSetupProps {
  security: Security;
  onCodes: (codes: readonly string[]) => void;
}

/** Two steps: prove the identity, then scan the secret with the app and type its code. */
export function SecondFactorSetup({ security, onCodes }: SecondFactorSetupProps) {
  const begin = useBeginSecondFactor();
  if (begin.data) return <ShowApp {...begin.data} onCodes={onCodes} />;
  return <Begin security={security} begin={begin} />;
}

function Begin({ security, begin }: { security: Security; begin: ReturnType<typeof useBeginSecondFactor> }) {
  const { t } = useTexts('account');
  const { passwordRule, proofOf } = useCurrentPassword(security);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { currentPassword: '' } });
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ currentPassword }) => begin.mutate(proofOf(currentPassword)))}
      className="grid gap-5 pt-1"
    >
      <p className="text-fg-muted text-small">{t('security.appText')}</p>
      <CurrentPassword
        security={security}
        {...register('currentPassword', passwordRule)}
        error={formState.errors.currentPassword?.message}
      />
      <FormError>{begin.isError && messageOf(begin.error, t('ui.failed'))}</FormError>
      <Button type="submit" variant="primary" wide loading={begin.isPending}>
        {t('security.next')}
      </Button>
    </form>
  );
}

interface ShowAppProps {
  secret: string;
  uri: string;
  onCodes: (codes: readonly string[]) => void;
}

function ShowApp({ secret, uri, onCodes }: ShowAppProps) {
  const { t } = useTexts('account');
  const confirm = useConfirmSecondFactor();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } });
  const image = `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`;
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ code }) => confirm.mutate(code, { onSuccess: ({ codes }) => onCodes(codes) }))}
      className="grid grid-cols-1 gap-5 pt-1"
    >
      <p className="text-fg-muted text-small">{t('security.scan')}</p>
      {/* Black on white in both themes: cameras need it. */}
      <img src={image} alt={t('security.qr')} className="size-52 justify-self-center rounded-md bg-white" />
      <div className="grid gap-1 text-small">
        <span className="text-fg-muted">{t('security.orType')}</span>
        <code className="select-all break-all rounded-md bg-sunken px-3 py-2 tracking-wider">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </div>
      <CodeInput
        {...register('code', { required: t('security.codeRequired') })}
        error={formState.errors.code?.message}
      />
      <FormError>{confirm.isError && messageOf(confirm.error, t('ui.failed'))}</FormError>
      <Button type="submit" variant="primary" wide loading={confirm.isPending}>
        {t('security.turnOn')}
      </Button>
    </form>
  );
}
