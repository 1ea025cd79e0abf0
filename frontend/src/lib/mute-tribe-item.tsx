import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Volume2, VolumeX } from 'lucide-react';
import { MenuItem } from '../ui/menu.tsx';
import { toast } from '../ui/toast.tsx';
import { mutesQuery, muteTribe, unmuteTribe } from './blocking.ts';
import { messageOf } from './http.ts';
import { useTexts } from './i18n.ts';
import { queryKeys } from './query-keys.ts';

/** Mutes or unmutes the notifications of a tribe; the current state is fetched while the menu is open. */
export function MuteTribeItem({ tribe: { id, name } }: { tribe: { id: number; name: string } }) {
  const { t } = useTexts('safety');
  const client = useQueryClient();
  const { data: mutes } = useQuery(mutesQuery);
  const isMuted = mutes?.tribes.some((tribe) => tribe.id === id) ?? false;
  const set = (muted: boolean) =>
    (muted ? muteTribe : unmuteTribe)(id).then(
      () => {
        void client.invalidateQueries({ queryKey: queryKeys.safety.all });
        toast(() => t(muted ? 'safety.tribeMuted' : 'safety.tribeUnmuted', { name }), {
          ...(muted && { action: { label: () => t('safety.undo'), run: () => void set(false) } }),
        });
      },
      (error: unknown) => toast(() => messageOf(error, t('safety.failed')), { tone: 'bad' }),
    );
  return (
    <MenuItem
      icon={isMuted ? <Volume2 /> : <VolumeX />}
      disabled={mutes === undefined}
      onSelect={() => void set(!isMuted)}
    >
      {t(isMuted ? 'safety.unmuteTribe' : 'safety.muteTribe')}
    </MenuItem>
  );
}
