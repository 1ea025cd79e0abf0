import {
  defaultMinScore,
  defaultRewardPoints,
  levelDescriptionMax,
  levelNameMax,
  rewardPointsMax,
} from '@limits/tribes';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSaveLevel } from './changes-api.ts';
import type { Level, Tribe } from './path-api.ts';

const blank = { name: '', description: '', minScore: defaultMinScore, rewardPoints: defaultRewardPoints };

/** A level's name, what it is about, what it asks and what it gives. */
export function LevelForm({ tribe, level, onDone }: { tribe: Tribe; level: Level | null; onDone: () => void }) {
  const { t } = useTexts('challenges');
  const saving = useSaveLevel(tribe.id, level);
  const failureOf = (error: Error) => messageOf(error, t('challenges.editor.saveFailed'));
  const { register, handleSubmit, watch } = useForm({
    defaultValues: level
      ? {
          name: level.name,
          description: level.description,
          minScore: level.minScore,
          rewardPoints: level.rewardPoints,
        }
      : blank,
  });

  const save = handleSubmit((body) =>
    saving.mutate(body, {
      onScreen: { onSuccess: onDone },
      offScreen: { onError: (error) => toast(failureOf(error), { tone: 'bad' }) },
    }),
  );

  return (
    <form onSubmit={(event) => void save(event)} className="grid grid-cols-1 gap-4 pb-2">
      <Input label={t('challenges.editor.name')} maxLength={levelNameMax} required {...register('name')} />
      <Textarea
        label={t('challenges.editor.description')}
        rows={4}
        maxLength={levelDescriptionMax}
        {...register('description')}
      />
      <Input
        type="number"
        min={0}
        max={100}
        required
        label={t('challenges.editor.minScore')}
        {...register('minScore', { valueAsNumber: true })}
      />
      <Input
        type="number"
        min={0}
        max={rewardPointsMax}
        required
        label={t('challenges.editor.reward')}
        {...register('rewardPoints', { valueAsNumber: true })}
      />
      <FormError>{saving.error && failureOf(saving.error)}</FormError>
      <Button variant="primary" type="submit" loading={saving.isPending} disabled={watch('name').trim() === ''}>
        {t('challenges.editor.save')}
      </Button>
    </form>
  );
}
