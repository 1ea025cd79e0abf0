import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import { http } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useMutation } from '../../lib/mutation.ts';
import { presenceChoiceQuery } from '../../lib/person-presence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';
import { SecuritySection } from './security-section.tsx';

/** The setting whether others see the viewer's presence. */
export function PresenceSection() {
  const { t } = useTexts('account');
  const choice = useQuery(presenceChoiceQuery);
  const choose = useChoosePresence();
  return (
    <SecuritySection icon={<Radio />} title={t('security.presence')} text={t('security.presenceText')}>
      {choice.data ? (
        <Switch
          label={t('security.presenceShown')}
          checked={choose.isPending ? choose.variables : choice.data.visible}
          disabled={choose.isPending}
          onChange={({ target }) =>
            choose.mutate(target.checked, {
              onSuccess: ({ visible }) => toast(() => t(visible ? 'security.presenceOn' : 'security.presenceOff')),
              onError: toastFailure,
            })
          }
        />
      ) : choice.isError ? (
        <ErrorState error={choice.error} onRetry={() => void choice.refetch()} className="py-4" />
      ) : (
        <Loading>
          <Skeleton className="h-8" />
        </Loading>
      )}
    </SecuritySection>
  );
}

function useChoosePresence() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (visible: boolean) => http.put('/auth/me/presence', { body: { visible } }),
    onSuccess: (choice) => {
      client.setQueryData(presenceChoiceQuery.queryKey, choice);
      // A person who hides their presence sees no one else's.
      void client.invalidateQueries({ queryKey: queryKeys.presence.all });
    },
  });
}
