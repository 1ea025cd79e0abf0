import { useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';
import { type MaintenanceConfig, useSaveMaintenance } from './api.ts';

/** Opens and closes registration, at once. */
export function SignupSwitch({ saved }: { saved: MaintenanceConfig }) {
  const { t } = useTexts('settings');
  const save = useSaveMaintenance();
  const shown = save.isPending ? save.variables.disableSignup !== true : !saved.disableSignup;
  const change = (isOpen: boolean) =>
    save.mutate(
      { disableSignup: !isOpen },
      {
        onSuccess: () => toast(() => t(isOpen ? 'settings.signup.opened' : 'settings.signup.closed')),
        onError: toastFailure,
      },
    );
  return (
    <Card as="section" className="p-5 sm:p-6">
      <Switch
        label={t('settings.signup.label')}
        hint={t('settings.signup.hint')}
        checked={shown}
        disabled={save.isPending}
        onChange={(event) => change(event.target.checked)}
      />
    </Card>
  );
}
