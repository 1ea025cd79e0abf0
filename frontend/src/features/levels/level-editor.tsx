import { levelsMax } from '@limits/tribes';
import { useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { DragList } from '../../ui/drag-list/drag-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.tsx';
import { ChallengeForm } from './challenge-form.tsx';
import { useChangePath } from './changes-api.ts';
import { LevelForm } from './level-form.tsx';
import { type EditorTask, LevelRow } from './level-row.tsx';
import type { Level, Tribe } from './path-api.ts';

interface LevelEditorProps {
  tribe: Tribe;
  config: { levels: readonly Level[]; reached: number };
}

/** The levels and challenges of a tribe, for its moderators: reordered by dragging, edited in a sheet. */
export function LevelEditor({ tribe, config: { levels, reached } }: LevelEditorProps) {
  const { t } = useTexts('challenges');
  const [open, setOpen] = useState<EditorTask | null>(null);
  const path = useChangePath(tribe.id);
  const change = (what: Parameters<typeof path.mutate>[0]) =>
    path.mutate(what, {
      onError: (error) => toast(() => messageOf(error, t('challenges.editor.saveFailed')), { tone: 'bad' }),
    });
  const close = () => setOpen(null);

  return (
    <div className="grid grid-cols-1 gap-4">
      {reached > 1 && <p className="text-fg-muted text-small">{t('challenges.editor.fixed', { level: reached })}</p>}
      <DragList
        label={t('challenges.editor.levels')}
        items={levels}
        itemId={({ id }) => id}
        itemName={({ name }) => name}
        fixedCount={reached}
        onReorder={(ids) => change({ kind: 'order-levels', ids })}
      >
        {(level) => (
          <LevelRow
            level={level}
            mayDelete={level.order > reached}
            onOpen={setOpen}
            onReorder={(ids) => change({ kind: 'order-challenges', levelId: level.id, ids })}
          />
        )}
      </DragList>
      <Button
        variant="primary"
        className="justify-self-start"
        disabled={levels.length >= levelsMax}
        onClick={() => setOpen({ what: 'level', level: null })}
      >
        {t('challenges.editor.addLevel')}
      </Button>
      <Editing tribe={tribe} open={open} onClose={close} />
      <Confirm
        open={open?.what === 'delete-level' || open?.what === 'delete-challenge'}
        onClose={close}
        {...confirmTexts(open, t)}
        onConfirm={() => {
          close();
          if (open?.what === 'delete-level') change({ kind: 'delete-level', levelId: open.level.id });
          if (open?.what === 'delete-challenge') change({ kind: 'delete-challenge', challengeId: open.challenge.id });
        }}
      />
    </div>
  );
}

function confirmTexts(open: EditorTask | null, t: ReturnType<typeof useTexts>['t']) {
  const confirm = t('challenges.editor.delete');
  if (open?.what === 'delete-challenge')
    return {
      title: t('challenges.editor.deleteTitle', { name: open.challenge.title }),
      text: t('challenges.editor.deleteChallengeText'),
      confirm,
    };
  const name = open?.what === 'delete-level' ? open.level.name : '';
  return { title: t('challenges.editor.deleteTitle', { name }), text: t('challenges.editor.deleteLevelText'), confirm };
}

function Editing({ tribe, open, onClose }: { tribe: Tribe; open: EditorTask | null; onClose: () => void }) {
  const { t } = useTexts('challenges');
  const isOpen = open?.what === 'level' || open?.what === 'challenge';
  return (
    <Sheet open={isOpen} onClose={onClose} title={open ? titleOf(open, t) : ''}>
      {open?.what === 'level' && <LevelForm tribe={tribe} level={open.level} onDone={onClose} />}
      {open?.what === 'challenge' && (
        <ChallengeForm tribe={tribe} level={open.level} challenge={open.challenge} onDone={onClose} />
      )}
    </Sheet>
  );
}

function titleOf(open: EditorTask, t: ReturnType<typeof useTexts>['t']): string {
  if (open.what === 'level')
    return open.level ? t('challenges.editor.editLevel', { name: open.level.name }) : t('challenges.editor.newLevel');
  if (open.what !== 'challenge') return '';
  return open.challenge
    ? t('challenges.editor.editChallenge', { name: open.challenge.title })
    : t('challenges.editor.newChallenge', { name: open.level.name });
}
