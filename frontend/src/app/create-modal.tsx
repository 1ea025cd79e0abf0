import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { CreateFlow } from '../features/create/create-flow.tsx';
import { blankFields, kindOf, readFields } from '../features/create/fields.ts';
import { useSteps } from '../features/create/use-steps.ts';
import { useSending } from '../features/posts/composer.tsx';
import { LevelSelect } from '../features/posts/level-select.tsx';
import { pictureRules, usePictures } from '../features/posts/use-pictures.ts';
import { useDraft } from '../lib/drafts.ts';
import { useTexts } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';
import { activeOf, type Membership, membershipsQuery } from '../lib/shared-queries.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { ModalSheet } from '../ui/modal-sheet.tsx';
import { useTitle } from '../ui/page.tsx';

/** `/(modal)/create?type=&tribe=&step=`: a new post or vibe, with a draft for each kind. */
export function CreateModal() {
  const { t } = useTexts('create');
  const title = t('create.title');
  useTitle(title, true);
  const { data, error, refetch } = useQuery(membershipsQuery);
  if (data) return <Create memberships={activeOf(data)} />;
  // Until they have loaded the tribe of the address is unknown.
  if (!error) return null;
  return (
    <ModalSheet title={title} otherwise={paths.tribes}>
      <ErrorState error={error} onRetry={() => void refetch()} />
    </ModalSheet>
  );
}

function Create({ memberships }: { memberships: Membership[] }) {
  const [query] = useSearchParams();
  const kind = kindOf(query.get('type'));
  const draftName = `create:${kind}`;
  const draft = useDraft(draftName, blankFields, readFields);
  const [{ tribeId: drafted, minLevelOrder }, changeDraft] = draft;
  const tribeId = chooseTribe(memberships, query.get('tribe'), drafted);
  const pictures = usePictures(`${draftName}-pictures`);
  const sending = useSending(tribeId ?? 0);
  const steps = useSteps(paths.tribes);
  return (
    <CreateFlow
      kind={kind}
      asksForClip={query.get('type') === 'reel'}
      memberships={memberships}
      tribeId={tribeId}
      draft={draft}
      pictures={{ ...pictures, rules: pictureRules }}
      sending={sending}
      steps={steps}
      levels={
        tribeId !== null && (
          <LevelSelect
            tribeId={tribeId}
            value={minLevelOrder}
            onChange={(level) => changeDraft((before) => ({ ...before, minLevelOrder: level }))}
          />
        )
      }
    />
  );
}

/** The tribe of the address, else that of the draft, if one is a member of it; else the only one. */
function chooseTribe(memberships: readonly Membership[], asked: string | null, drafted: number | null): number | null {
  const ids = memberships.map(({ tribeId }) => tribeId);
  const chosen = ids.find((id) => String(id) === asked) ?? ids.find((id) => id === drafted);
  return chosen ?? (ids.length === 1 ? (ids[0] ?? null) : null);
}
