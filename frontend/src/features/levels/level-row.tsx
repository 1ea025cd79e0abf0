import { challengesPerLevel } from '@limits/tribes';
import { Pencil, Trash2 } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { DragList } from '../../ui/drag-list/drag-list.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pill } from '../../ui/pill.tsx';
import type { Challenge, Level } from './path-api.ts';

/** The confirmation or form that the editor shows. */
export type EditorTask =
  | { what: 'level'; level: Level | null }
  | { what: 'challenge'; level: Level; challenge: Challenge | null }
  | { what: 'delete-level'; level: Level }
  | { what: 'delete-challenge'; challenge: Challenge };

interface LevelRowProps {
  level: Level;
  mayDelete: boolean;
  onOpen: (task: EditorTask) => void;
  onReorder: (ids: string[]) => void;
}

/** A level in the editor: its requirements and rewards, and its challenges in order. */
export function LevelRow({ level, mayDelete, onOpen, onReorder }: LevelRowProps) {
  const { t } = useTexts('challenges');
  const { order, name, minScore, rewardPoints, challenges } = level;
  return (
    <div className="grid grid-cols-1 gap-3 py-1.5">
      <div className="flex items-start gap-1">
        <div className="grid min-w-0 grow grid-cols-1 gap-0.5 py-1">
          <h2 className="prose-safe line-clamp-2 font-bold text-body">
            {order}. {name}
          </h2>
          <p className="tabular text-caption text-fg-muted">
            {t('challenges.editor.facts', { score: minScore, points: rewardPoints, count: challenges.length })}
          </p>
        </div>
        <ItemButtons
          name={name}
          onEdit={() => onOpen({ what: 'level', level })}
          onDelete={mayDelete ? () => onOpen({ what: 'delete-level', level }) : null}
        />
      </div>
      {challenges.length > 0 && (
        <DragList
          label={t('challenges.editor.challenges', { name })}
          items={challenges}
          itemId={({ id }) => id}
          itemName={({ title }) => title}
          onReorder={onReorder}
        >
          {(challenge) => <ChallengeRow level={level} challenge={challenge} onOpen={onOpen} />}
        </DragList>
      )}
      <Button
        size="sm"
        className="justify-self-start"
        disabled={challenges.length >= challengesPerLevel}
        onClick={() => onOpen({ what: 'challenge', level, challenge: null })}
      >
        {t('challenges.editor.addChallenge')}
      </Button>
    </div>
  );
}

function ChallengeRow({
  level,
  challenge,
  onOpen,
}: {
  level: Level;
  challenge: Challenge;
  onOpen: (task: EditorTask) => void;
}) {
  const { t } = useTexts('challenges');
  const { title, type } = challenge;
  return (
    <div className="flex items-start gap-1 py-1">
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 py-1">
        <span className="prose-safe line-clamp-2 text-small">{title}</span>
        <Pill>{t(type === 'quiz' ? 'challenges.quiz' : 'challenges.manual')}</Pill>
      </div>
      <ItemButtons
        name={title}
        onEdit={() => onOpen({ what: 'challenge', level, challenge })}
        onDelete={() => onOpen({ what: 'delete-challenge', challenge })}
      />
    </div>
  );
}

interface ItemButtonsProps {
  name: string;
  onEdit: () => void;
  /** Null when it may not be deleted. */
  onDelete: (() => void) | null;
}

function ItemButtons({ name, onEdit, onDelete }: ItemButtonsProps) {
  const { t } = useTexts('challenges');
  return (
    <div className="flex shrink-0">
      <IconButton size="sm" icon={<Pencil />} label={t('challenges.editor.editLevel', { name })} onClick={onEdit} />
      {onDelete && (
        <IconButton
          size="sm"
          icon={<Trash2 />}
          label={t('challenges.editor.deleteItem', { name })}
          onClick={onDelete}
        />
      )}
    </div>
  );
}
