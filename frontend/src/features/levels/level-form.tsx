import {
  defaultMinScore,
  defaultRewardPoints,
  levelDescriptionMax,
  levelNameMax,
  rewardPointsMax,
} from '@limits/tribes';
import { closeWhenSaved } from '../../lib/close-when-saved.ts';
import { DraftNote } from '../../lib/draft-note.tsx';
import { useFormDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useDraftForm } from '../../lib/use-draft-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSaveLevel } from './changes-api.ts';
import type { Level, Tribe } from './path-api.ts';

/** The initial values of the fields. Numbers are text as typed: an empty field is also a draft. */
const fieldsOf = (level: Level | null) => ({
  name: level?.name ?? '',
  description: level?.description ?? '',
  minScore: String(level?.minScore ?? defaultMinScore),
  rewardPoints: String(level?.rewardPoints ?? defaultRewardPoints),
});

/** The form of a level: name, description, requirements and rewards. */
export function LevelForm({ tribe, level, onDone }: { tribe: Tribe; level: Level | null; onDone: () => void }) {
  const { t } = useTexts('challenges');
  const saving = useSaveLevel(tribe.id, level);
  const failureOf = (error: Error) => messageOf(error, t('challenges.editor.saveFailed'));
  const draft = useFormDraft(`level:${tribe.id}:${level?.id ?? 'new'}`, fieldsOf(level));
  const { register, handleSubmit, watch } = useDraftForm(draft.draft);

  const save = handleSubmit((fields) => {
    const { minScore, rewardPoints, ...words } = fields;
    saving.mutate(
      { ...words, minScore: Number(minScore), rewardPoints: Number(rewardPoints) },
      {
        ...(level
          ? closeWhenSaved(() => draft.markSaved(fields), onDone)
          : { onSuccess: draft.markSent, onScreen: { onSuccess: onDone } }),
        offScreen: { onError: (error) => toast(() => failureOf(error), { tone: 'bad' }) },
      },
    );
  });

  return (
    <form onSubmit={(event) => void save(event)} className="grid grid-cols-1 gap-4 pb-2">
      <DraftNote of={draft} />
      <Input label={t('challenges.editor.name')} limit={levelNameMax} required {...register('name')} />
      <Textarea
        label={t('challenges.editor.description')}
        rows={4}
        limit={levelDescriptionMax}
        {...register('description')}
      />
      <Input
        type="number"
        min={0}
        max={100}
        required
        label={t('challenges.editor.minScore')}
        {...register('minScore')}
      />
      <Input
        type="number"
        min={0}
        max={rewardPointsMax}
        required
        label={t('challenges.editor.reward')}
        {...register('rewardPoints')}
      />
      <FormError>{saving.error && failureOf(saving.error)}</FormError>
      <Button variant="primary" type="submit" loading={saving.isPending} disabled={watch('name').trim() === ''}>
        {t('challenges.editor.save')}
      </Button>
    </form>
  );
}
