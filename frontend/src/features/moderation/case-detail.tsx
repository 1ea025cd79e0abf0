import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { listedKind } from '../../lib/listed-kind.ts';
import { paths } from '../../lib/paths.ts';
import { UserLink } from '../../lib/user-link.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { caseQuery, type CaseDetail as Detail } from './api.ts';
import { CaseAssignment } from './case-assignment.tsx';
import { CaseHistory } from './case-history.tsx';
import { ObjectShown } from './case-object.tsx';
import { CaseReports } from './case-reports.tsx';
import { CaseSubject } from './case-subject.tsx';
import { Due, TextsDeleted, useKindName } from './case-words.tsx';
import { DecideForm } from './decide-form.tsx';
import { UnsentMessage } from './unsent-message.tsx';

interface CaseDetailProps {
  id: string;
  /** Whether the list is of the whole site: the case then names its tribe. */
  isOfSite: boolean;
  /** Replaces the list: it begins at the top of the screen, with the back link. */
  isAlone: boolean;
  onClose: () => void;
}

/** A case with all the information for its decision. */
export function CaseDetail({ id, isOfSite, isAlone, onClose }: CaseDetailProps) {
  const { t } = useTexts('moderation');
  const { data: found, error, refetch } = useQuery(caseQuery(id));
  const backRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isAlone) return;
    backRef.current?.scrollIntoView({ block: 'start' });
    backRef.current?.focus({ preventScroll: true });
  }, [isAlone]);
  return (
    <div className="grid grid-cols-1 gap-3">
      {isAlone && (
        <Button
          ref={backRef}
          variant="ghost"
          size="sm"
          icon={<ArrowLeft />}
          onClick={onClose}
          className="-ml-3.5 scroll-mt-30 justify-self-start"
        >
          {t('moderation.back')}
        </Button>
      )}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!found && !error && <Skeleton className="h-96 rounded-lg" />}
      {found && <Found found={found} tribe={isOfSite ? found.tribe : null} onClose={onClose} />}
    </div>
  );
}

function Found({ found, tribe, onClose }: { found: Detail; tribe: Detail['tribe']; onClose: () => void }) {
  const { t } = useTexts('moderation');
  const kindOf = useKindName();
  return (
    <Card as="section" aria-labelledby="case-title" className="grid grid-cols-1 gap-5 p-4 sm:p-5">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <h2 id="case-title" className="mr-auto font-bold text-title">
            {kindOf(found)}
          </h2>
          <Due due={found.due} />
          {found.due && found.onlySite && <Pill tone="ember">{t('moderation.onlySite')}</Pill>}
          {found.hidden && <Pill tone="honey">{t(`moderation.hidden.${found.hidden}`)}</Pill>}
          {found.objectDeleted && <Pill>{t('moderation.deleted')}</Pill>}
        </div>
        <p className="text-fg-muted text-small" dir="auto">
          {found.author ? <UserLink person={found.author}>{found.author.name}</UserLink> : t('moderation.gone')}
          {tribe && (
            <>
              {' · '}
              <TextLink to={paths.tribe(tribe.id)}>{tribe.name}</TextLink>
            </>
          )}
        </p>
        <TextsDeleted at={found.textsDeletedAt} />
        <CaseAssignment found={found} />
      </header>
      <ObjectShown found={found} />
      <CaseSubject found={found} />
      <CaseLinks found={found} />
      {found.appeal && (
        <section className="grid gap-1 rounded-md bg-ember-soft p-3.5">
          <h3 className="font-semibold text-small">{t('moderation.appealOf')}</h3>
          <p className="prose-safe text-small" dir="auto">
            {found.appeal.text}
          </p>
        </section>
      )}
      <CaseReports found={found} />
      {found.refusal && found.due && (
        <p className="text-fg-muted text-small">{t(`moderation.refusal.${found.refusal}`)}</p>
      )}
      {found.actions.length > 0 ? <DecideForm found={found} onDone={onClose} /> : <UnsentMessage caseId={found.id} />}
      <CaseHistory found={found} />
    </Card>
  );
}

/** Links to the object, and to the screen with further measures against an account or a tribe. */
function CaseLinks({ found }: { found: Detail }) {
  const { t } = useTexts('moderation');
  const { kind, author, tribe, postId } = found;
  const isThere = !found.objectDeleted && found.hidden !== 'removed';
  const isVibe = listedKind(found) === 'vibe';
  const links = [
    isThere &&
      tribe &&
      postId && { to: paths.post(postId, tribe.id), text: t(isVibe ? 'moderation.openVibe' : 'moderation.openPost') },
    isThere &&
      tribe &&
      kind === 'tribe_media' && { to: paths.tribePart(tribe.id, 'media'), text: t('moderation.toMedia') },
    isThere && tribe && kind === 'tribe' && { to: paths.tribe(tribe.id), text: t('moderation.openTribe') },
    // Only site admins see these cases.
    author &&
      (kind === 'person' || kind === 'direct_message') && {
        to: `${paths.admin}?user=${author.id}`,
        text: t('moderation.toAccount'),
      },
  ].filter((link) => link !== false && link !== null && link !== '');
  return links.map(({ to, text }) => (
    <ButtonLink key={to} to={to} size="sm" className="justify-self-start">
      {text}
    </ButtonLink>
  ));
}
