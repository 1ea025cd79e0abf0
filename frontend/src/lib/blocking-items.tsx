import { useQueryClient } from '@tanstack/react-query';
import { Ban, VolumeX } from 'lucide-react';
import { MenuItem } from '../ui/menu.tsx';
import { toast } from '../ui/toast.tsx';
import {
  blockPerson,
  mutePerson,
  type ShownPerson,
  safetyScope,
  takeOut,
  unblockPerson,
  unmutePerson,
} from './blocking.ts';
import { messageOf } from './http.ts';
import { useTexts } from './i18n.ts';
import { queryKeys } from './query-keys.ts';
import type { ReportTarget } from './report.ts';
import { ReportItem } from './report-item.tsx';

const undoMs = 8_000;

interface PersonSafetyItemsProps {
  person: ShownPerson;
  /** The tribe in which the person is shown. */
  tribeId?: number;
  /** What is reported: something of theirs, or they themselves. */
  report?: ReportTarget | undefined;
  /** Called when the person was blocked and is gone from the lists on the screen. */
  onBlocked?: () => void;
}

/**
 * Mute, report, block: in this order in every menu about somebody or something of theirs. Who is muted or blocked is gone
 * from the screen at once, and it can be undone.
 */
export function PersonSafetyItems({ person, tribeId, report, onBlocked }: PersonSafetyItemsProps) {
  const { t } = useTexts('safety');
  const act = usePersonSafety(person, tribeId);
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

const ways = {
  block: { from: 'everywhere', apply: blockPerson, undo: unblockPerson, done: 'safety.blocked' },
  mute: { from: 'feeds', apply: mutePerson, undo: unmutePerson, done: 'safety.muted' },
} as const;

/** Blocks or mutes a person: at once on the screen, with a way back. */
function usePersonSafety(person: ShownPerson, tribeId: number | undefined) {
  const client = useQueryClient();
  const { t } = useTexts('safety');
  const { name } = person;
  const tellFailure = (error: unknown) => toast(messageOf(error, t('safety.failed')), { tone: 'bad' });
  // One after the other: what was asked last is what counts.
  const send = (mutationFn: () => Promise<unknown>): Promise<unknown> => {
    const options = client.defaultMutationOptions({ scope: { id: safetyScope(person.id) }, mutationFn });
    return client.getMutationCache().build(client, options).execute(undefined);
  };
  return (what: keyof typeof ways): void => {
    const { from, apply, undo, done } = ways[what];
    const putBack = takeOut(client, person.id, from);
    const listsChanged = () => void client.invalidateQueries({ queryKey: queryKeys.safety.all });
    const applied = send(() => apply(person, tribeId));
    applied.then(listsChanged, (error: unknown) => {
      putBack();
      tellFailure(error);
    });
    const takeBack = () => {
      const undone = send(() => applied.then(() => undo(person, tribeId)));
      // After it was begun: what is put back asks the server for nothing until it is answered.
      putBack();
      undone.then(() => {
        listsChanged();
        void client.invalidateQueries({ queryKey: queryKeys.profile(person.id) });
      }, tellFailure);
    };
    toast(t(done, { name }), { action: { label: t('safety.undo'), run: takeBack }, durationMs: undoMs });
  };
}
