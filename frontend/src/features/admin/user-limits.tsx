import { useFormat, useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';
import { type AdminUser, useLiftLimits } from './api.ts';

/** Whether the account has new-account limits to show. */
export const hasLimits = ({ limitedUntil, limitsLifted }: AdminUser): boolean => limitedUntil !== null || limitsLifted;

/** The limits of a new account: until when they apply, and the switch that lifts them. */
export function UserLimits({ user }: { user: AdminUser }) {
  const { t } = useTexts('admin');
  const format = useFormat();
  const lift = useLiftLimits(user.id);
  const change = (lifted: boolean) =>
    lift.mutate(lifted, {
      onSuccess: () => toast(() => t(lifted ? 'admin.limitsLifted' : 'admin.limitsAgain'), { tone: 'good' }),
      onError: toastFailure,
    });
  return (
    <>
      <p className="text-fg-muted text-small">
        {t('admin.limitsText')}{' '}
        {user.limitedUntil && t('admin.limitsUntil', { date: format.dateTime(user.limitedUntil) })}
      </p>
      <Switch
        label={t('admin.liftLimits')}
        checked={lift.isPending ? lift.variables : user.limitsLifted}
        disabled={lift.isPending}
        onChange={(event) => change(event.target.checked)}
      />
    </>
  );
}
