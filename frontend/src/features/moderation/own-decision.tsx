import { type ReactNode, useId } from 'react';
import type { Schema } from '../../lib/contract.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { listedKind } from '../../lib/listed-kind.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Pill } from '../../ui/pill.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { AppealForm } from './appeal-form.tsx';
import { Done, EditedMeanwhile, TextsDeleted, useTextOf } from './case-words.tsx';
import { describeConsequence } from './consequences.ts';

export type OwnDecisionAnswer = Schema<'OwnDecision'>;

/** A decision in detail: reason, object, consequences, appeal, and earlier decisions. */
export function OwnDecision({ decision }: { decision: OwnDecisionAnswer }) {
  const { t } = useTexts('moderation');
  const textOf = useTextOf();
  const last = decision.decisions.at(-1);
  return (
    <Card as="section" className="grid grid-cols-1 gap-6 p-5">
      {last && (
        <Part title={t('moderation.own.why')}>
          <Why {...last} />
        </Part>
      )}
      <Part title={t('moderation.own.yours')}>
        <blockquote className="prose-safe rounded-md bg-hover p-3.5 text-small" dir="auto">
          {textOf(decision)}
        </blockquote>
        <Shadows of={decision.shadows} />
        <TextsDeleted at={decision.textsDeletedAt} />
      </Part>
      <Part title={t('moderation.own.next')}>
        <Consequences decision={decision} />
      </Part>
      {decision.appeal && <OwnAppeal decision={decision} appeal={decision.appeal} />}
      <Earlier decisions={decision.decisions.slice(0, -1)} />
      {decision.mayAppealUntil && <AppealForm caseId={decision.caseId} until={decision.mayAppealUntil} />}
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2">
      <h2 id={id} className="font-semibold text-fg-muted text-small">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Why({ reason, message, editedMeanwhile }: OwnDecisionAnswer['decisions'][number]) {
  const { t } = useTexts('moderation');
  return (
    <>
      <p className="font-semibold">{t(`moderation.reasons.${reason}`)}</p>
      {message && (
        <p className="prose-safe" dir="auto">
          {message}
        </p>
      )}
      <EditedMeanwhile of={{ editedMeanwhile }} />
    </>
  );
}

/** The blurred pictures, so that the author can recognise them. */
function Shadows({ of: shadows }: { of: readonly string[] }) {
  if (shadows.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {shadows.map((shadow) => (
        <img key={shadow} src={shadow} alt="" className="size-24 rounded-md bg-sunken object-cover" />
      ))}
    </div>
  );
}

/** The consequences, and links to the author's remaining actions. */
function Consequences({ decision }: { decision: OwnDecisionAnswer }) {
  const { t } = useTexts('moderation');
  const format = useFormat();
  const { tribe, mayAppealUntil, kind, postId, hidden, isGone } = decision;
  const following = describeConsequence(decision);
  const isThere = tribe !== null && !isGone && hidden !== 'removed' && following !== 'ban';
  // After an appeal, even a refused one, the author can still edit the object.
  const waitsForEdit = hidden === 'moderator';
  return (
    <>
      <p className="text-pretty">
        {t(`moderation.own.then.${following}`, {
          tribe: tribe?.name ?? t('moderation.own.theTribe'),
          date: mayAppealUntil ? format.date(mayAppealUntil) : '',
        })}
      </p>
      {isThere && postId && (
        <ButtonLink
          to={waitsForEdit ? paths.editPost(postId, tribe.id) : paths.post(postId, tribe.id)}
          size="sm"
          className="mt-1 justify-self-start"
        >
          {listedKind(decision) === 'vibe'
            ? t(waitsForEdit ? 'moderation.toEditVibe' : 'moderation.toVibe')
            : t(waitsForEdit ? 'moderation.toEdit' : 'moderation.toPost')}
        </ButtonLink>
      )}
      {isThere && kind === 'tribe_media' && (
        <ButtonLink to={paths.tribePart(tribe.id, 'media')} size="sm" className="mt-1 justify-self-start">
          {t('moderation.toMedia')}
        </ButtonLink>
      )}
    </>
  );
}

interface OwnAppealProps {
  decision: OwnDecisionAnswer;
  appeal: NonNullable<OwnDecisionAnswer['appeal']>;
}

/** The author's appeal and its outcome. */
function OwnAppeal({ decision, appeal }: OwnAppealProps) {
  const { t } = useTexts('moderation');
  const action = decision.decisions.at(-1)?.action;
  const state = action === 'uphold' ? 'upheld' : action === 'overturn' ? 'overturned' : 'pending';
  return (
    <Part title={t('moderation.own.appeal')}>
      <p className="flex flex-wrap items-center gap-2">
        <Pill tone={state === 'pending' ? 'honey' : state === 'overturned' ? 'moss' : 'plain'}>
          {t(`moderation.own.appealState.${state}`)}
        </Pill>
        <RelativeTime value={appeal.createdAt} className="text-caption text-fg-muted" />
      </p>
      <p className="prose-safe text-small" dir="auto">
        {appeal.text}
      </p>
    </Part>
  );
}

/** The decisions before the last one, the newest first. */
function Earlier({ decisions }: { decisions: OwnDecisionAnswer['decisions'] }) {
  const { t } = useTexts('moderation');
  if (decisions.length === 0) return null;
  return (
    <Part title={t('moderation.own.earlier')}>
      <ul className="grid gap-3">
        {decisions.toReversed().map(({ action, reason, message, bySite, createdAt }) => (
          <li key={createdAt} className="grid gap-1 text-small">
            <span className="flex flex-wrap items-center gap-2">
              <Done action={action} />
              <Pill>{t(`moderation.reasons.${reason}`)}</Pill>
              <span className="text-caption text-fg-muted">
                {t(bySite ? 'moderation.bySite' : 'moderation.byTribe')} · <RelativeTime value={createdAt} />
              </span>
            </span>
            {message && (
              <span className="prose-safe" dir="auto">
                {message}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}
