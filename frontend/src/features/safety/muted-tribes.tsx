import { useQuery } from '@tanstack/react-query';
import { muteTribe, unmuteTribe } from '../../lib/blocking.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { membershipsQuery } from '../../lib/shared-queries.ts';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { useChange } from './api.ts';
import { MutedItems } from './muted-items.tsx';
import { SafetySection } from './safety-section.tsx';

/** Tribes whose notifications are muted, and a choice among the viewer's other tribes. */
export function MutedTribes({ tribes }: { tribes: readonly { id: number; name: string }[] }) {
  const { t } = useTexts('safety');
  const { data: memberships = [] } = useQuery(membershipsQuery);
  const change = useChange();
  const muted = new Set(tribes.map(({ id }) => id));
  const options = memberships
    .filter(({ status, tribeId }) => status === 'active' && !muted.has(tribeId))
    .map(({ tribeId, tribeName }) => ({ value: String(tribeId), label: tribeName }));
  const items = tribes.map(({ id, name }) => ({ key: String(id), name, remove: () => unmuteTribe(id) }));
  return (
    <SafetySection title={t('safety.tribes')} text={t('safety.tribesText')}>
      <MutedItems items={items} />
      {options.length > 0 && (
        <Select
          label={t('safety.tribe')}
          placeholder={t('safety.choose')}
          options={options}
          value={null}
          disabled={change.isPending}
          onChange={(id) =>
            change.mutate(() => muteTribe(Number(id)), {
              onError: (error) => toast(() => messageOf(error, t('safety.failed')), { tone: 'bad' }),
            })
          }
        />
      )}
    </SafetySection>
  );
}
