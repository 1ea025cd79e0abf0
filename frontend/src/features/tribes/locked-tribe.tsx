import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { NewAccountNote } from '../../lib/new-account-note.tsx';
import { membershipsQuery } from '../../lib/shared-queries.ts';
import { TribeRules } from '../../lib/tribe-rules.tsx';
import { linkedAvatar } from '../../lib/user-link.tsx';
import { AvatarStack } from '../../ui/avatar.tsx';
import type { Tribe } from './api.ts';
import { JoinButton } from './join-button.tsx';

const leadersShown = 4;

/** Replaces the feed for people who are not members: the tribe in short, and the join button, which stays in reach. */
export function LockedTribe({ tribe, preview }: { tribe: Tribe; preview: ReactNode }) {
  if (tribe.ban) return <JoinCard tribe={tribe} />;
  return (
    <div className="grid grid-cols-1 gap-4 pb-24 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6 lg:pb-0">
      <div className="lg:sticky lg:top-6 lg:order-last lg:self-start">
        <JoinCard tribe={tribe} />
      </div>
      <div className="mx-auto grid w-full max-w-md grid-cols-1 content-start justify-items-center gap-4 text-center lg:max-w-none">
        {/* Nothing of a private tribe's posts is shown. */}
        {!tribe.isPrivate && preview}
        <JoinConditions tribe={tribe} />
      </div>
    </div>
  );
}

/**
 * The access rules and the join button. On a phone the button is above the tab bar, on a desktop all of it stays next
 * to the content.
 */
function JoinCard({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('members', 'tribe');
  const pending = tribe.membership?.status === 'pending';
  const format = useFormat();
  const faces = tribe.members.slice(0, leadersShown).map(({ user }) => user);
  return (
    <div className="mx-auto grid max-w-md grid-cols-1 justify-items-center gap-4 pt-6 text-center lg:rounded-lg lg:bg-surface lg:p-5 lg:shadow-card">
      <h2 className="text-balance font-display font-semibold text-title">
        {t(tribe.ban ? 'tribe.bannedTitle' : pending ? 'tribes.pendingTitle' : 'tribes.lockedTitle')}
      </h2>
      {pending && <Asked tribeId={tribe.id} />}
      {!tribe.ban && faces.length > 0 && (
        <p className="flex flex-wrap items-center justify-center gap-2 text-small">
          <AvatarStack people={faces} wrap={linkedAvatar} size={32} />
          {t('tribe.ledBy', { count: faces.length, names: format.list(faces.map(({ name }) => name)) })}
        </p>
      )}
      {tribe.ban ? (
        <Banned ban={tribe.ban} />
      ) : (
        <p className="text-pretty text-fg-muted text-small">
          {tribe.mayAskAt
            ? t('tribe.askAgain', { date: format.dateTime(tribe.mayAskAt) })
            : t(pending ? 'tribes.pendingText' : tribe.requiresApproval ? 'tribes.lockedAsk' : 'tribes.lockedJoin')}
        </p>
      )}
      {!tribe.ban && !tribe.mayAskAt && !pending && <NewAccountNote about="joins" />}
      {!tribe.ban && !tribe.mayAskAt && (
        <div className="grid max-lg:fixed max-lg:inset-x-4 max-lg:bottom-[calc(5.75rem+env(safe-area-inset-bottom))] max-lg:z-20 lg:w-full">
          <JoinButton tribe={tribe} />
        </div>
      )}
    </div>
  );
}

/** The reason and end of a ban: with the moderator's role, not their name. */
function Banned({ ban }: { ban: NonNullable<Tribe['ban']> }) {
  const { t } = useTexts('members', 'tribe');
  const format = useFormat();
  return (
    <div className="grid gap-2 text-small">
      <p className="prose-safe text-pretty">{ban.reason}</p>
      <p className="text-fg-muted">
        {t(`tribe.authority.${ban.authority}`)}{' '}
        {ban.endsAt ? t('tribe.changedUntil', { date: format.dateTime(ban.endsAt) }) : t('tribe.noEnd')}
      </p>
    </div>
  );
}

/** The date of the pending request, and a button to withdraw it. */
function Asked({ tribeId }: { tribeId: number }) {
  const { t } = useTexts('members', 'tribe');
  const format = useFormat();
  const { data } = useQuery(membershipsQuery);
  const since = data?.find((membership) => membership.tribeId === tribeId)?.createdAt;
  return (
    <p className="text-pretty text-small">
      {since && <span className="font-medium">{t('tribe.askedAt', { date: format.dateTime(since) })} </span>}
      <span className="text-fg-muted">{t('tribe.withdraw', { button: t('tribes.cancelRequest') })}</span>
    </p>
  );
}

/** The rules and questions of a tribe. */
function JoinConditions({ tribe: { rules, questions } }: { tribe: Tribe }) {
  const { t } = useTexts('members', 'tribe');
  const id = useId();
  if (rules.length + questions.length === 0) return null;
  return (
    <div className="grid w-full grid-cols-1 gap-4 rounded-lg bg-surface p-5 text-left shadow-card">
      <TribeRules rules={rules} />
      {questions.length > 0 && (
        <section aria-labelledby={id} className="grid grid-cols-1 gap-2">
          <h2 id={id} className="font-bold">
            {t('tribe.asks', { count: questions.length })}
          </h2>
          <ol className="grid list-decimal grid-cols-1 gap-1.5 pl-5 text-small marker:text-fg-faint">
            {questions.map((question) => (
              <li key={question.id} className="prose-safe">
                {question.text}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
