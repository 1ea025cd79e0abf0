import { useQueryClient } from '@tanstack/react-query';
import { Ban, VolumeX } from 'lucide-react';
import { MenuItem } from '../ui/menu.tsx';
import { toast } from '../ui/toast.tsx';
import {
  blockUser,
  muteUser,
  removeFromLists,
  type ShownUser,
  safetyMutationId,
  unblockUser,
  unmuteUser,
} from './blocking.ts';
import { messageOf } from './http.ts';
import { useTexts } from './i18n.ts';
import { queryKeys } from './query-keys.ts';
import type { ReportTarget } from './report.ts';
import { ReportItem } from './report-item.tsx';

const undoMs = 8_000;

interface UserSafetyItemsProps {
  person: ShownUser;
  /** The tribe in which the person is shown. */
  tribeId?: number;
  /** The object to report: an item of the person, or the person. */
  report?: ReportTarget | undefined;
  /** Called after the person was blocked and removed from the lists on the screen. */
  onBlocked?: () => void;
}

/**
 * Mute, report and block, in this order in every menu about a person or an item of theirs. A muted or blocked person
 * disappears from the screen at once; a toast offers to undo it.
 */
export function UserSafetyItems({ person, tribeId, report, onBlocked }: UserSafetyItemsProps) {
  const { t } = useTexts('safety');
  const act = useUserSafety(person, tribeId);
  const { name, restrictedHigher } = person;
  return (
    <>
      <MenuItem icon={<VolumeX />} onSelect={() => act('mute')}>
        {restrictedHigher ? t('safety.muteHidden') : t('safety.mute', { name })}
      </MenuItem>
      {report && <ReportItem target={report} />}
      <MenuItem
        icon={<Ban />}
        danger
        onSelect={() => {
          act('block');
          onBlocked?.();
        }}
      >
        {restrictedHigher ? t('safety.blockHidden') : t('safety.block', { name })}
      </MenuItem>
    </>
  );
}

const safetyActions = {
  block: { from: 'everywhere', apply: blockUser, undo: unblockUser, done: 'safety.blocked' },
  mute: { from: 'feeds', apply: muteUser, undo: unmuteUser, done: 'safety.muted' },
} as const;

/** Blocks or mutes a person: at once on the screen, with an undo. */
function useUserSafety(person: ShownUser, tribeId: number | undefined) {
  const client = useQueryClient();
  const { t } = useTexts('safety');
  const { name } = person;
  const showFailure = (error: unknown) => toast(() => messageOf(error, t('safety.failed')), { tone: 'bad' });
  // In sequence, so that the last request determines the outcome.
  const send = (mutationFn: () => Promise<unknown>): Promise<unknown> => {
    const options = client.defaultMutationOptions({ scope: { id: safetyMutationId(person.id) }, mutationFn });
    return client.getMutationCache().build(client, options).execute(undefined);
  };
  return (what: keyof typeof safetyActions): void => {
    const { from, apply, undo, done } = safetyActions[what];
    const restoreLists = removeFromLists(client, person.id, from);
    const listsChanged = () => void client.invalidateQueries({ queryKey: queryKeys.safety.all });
    const applied = send(() => apply(person, tribeId));
    applied.then(listsChanged, (error: unknown) => {
      restoreLists();
      showFailure(error);
    });
    const revert = () => {
      const undone = send(() => applied.then(() => undo(person, tribeId)));
      // Only after the undo request has begun: restored items send no requests until its response.
      restoreLists();
      undone.then(() => {
        listsChanged();
        void client.invalidateQueries({ queryKey: queryKeys.profile(person.id) });
      }, showFailure);
    };
    toast(() => t(done, { name }), { action: { label: () => t('safety.undo'), run: revert }, durationMs: undoMs });
  };
}
