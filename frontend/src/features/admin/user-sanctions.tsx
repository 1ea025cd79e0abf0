import { sanctionTextMax } from '@limits/identity';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTextDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { useRequired } from '../../lib/use-required.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useFocusOnSwap } from '../../ui/focus.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { linesLength } from '../../ui/text-length.ts';
import { Textarea } from '../../ui/textarea.tsx';
import { type AdminUser, type Sanction, sanctionsOfQuery, useAnswerAppeal, useLift } from './api.ts';
import { SanctionForm } from './sanction-form.tsx';

/** A user's sanctions and appeals, and a form for a new sanction. Admins cannot sanction themselves. */
export function UserSanctions({ user, isMe }: { user: AdminUser; isMe: boolean }) {
  const { t } = useTexts('admin', 'sanctions');
  const [writing, setWriting] = useState(false);
  const part = useFocusOnSwap<HTMLDivElement>(writing);
  return (
    <>
      <SanctionList userId={user.id} />
      {isMe ? (
        <p className="text-fg-muted text-small">{t('admin.notOneself')}</p>
      ) : (
        <div ref={part}>
          {writing ? (
            <SanctionForm user={user} onDone={() => setWriting(false)} />
          ) : (
            <Button onClick={() => setWriting(true)}>{t('admin.impose')}</Button>
          )}
        </div>
      )}
    </>
  );
}

/** A user's sanctions: open appeals first, then the newest. */
export function SanctionList({ userId }: { userId: string }) {
  const { t } = useTexts('admin', 'sanctions');
  const { data, error, refetch } = useQuery(sanctionsOfQuery(userId));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading>
        <Skeleton className="h-28 rounded-lg" />
      </Loading>
    );
  if (data.length === 0) return <p className="text-fg-muted text-small">{t('admin.noSanctions')}</p>;
  return (
    <ul className="grid gap-3">
      {data.toSorted(byOpenAppeal).map((sanction) => (
        <SanctionItem key={sanction.id} sanction={sanction} />
      ))}
    </ul>
  );
}

const hasOpenAppeal = ({ appeal }: Sanction): boolean => appeal !== null && appeal.outcome === null;
const byOpenAppeal = (a: Sanction, b: Sanction): number => Number(hasOpenAppeal(b)) - Number(hasOpenAppeal(a));

function SanctionItem({ sanction }: { sanction: Sanction }) {
  const { t } = useTexts('admin', 'sanctions');
  const format = useFormat();
  const { kind, reason, message, createdAt, endsAt, endedAt, endCause, issuedByName, note, appeal } = sanction;
  return (
    <Card as="li" className="grid gap-2 p-4 text-small">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <strong>{t(`sanctions.kinds.${kind}`)}</strong>
        <Pill tone={endedAt ? 'plain' : 'danger'}>{endCause ? t(`admin.ended.${endCause}`) : t('admin.inForce')}</Pill>
      </div>
      <p className="text-caption text-fg-muted">
        {t(`sanctions.reasons.${reason}`)} · {format.dateTime(createdAt)} · {issuedByName || t('admin.deletedIssuer')}
        {kind !== 'warning' &&
          ` · ${endsAt ? t('sanctions.until', { time: format.dateTime(endsAt) }) : t('sanctions.forNow')}`}
      </p>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
        {message}
      </p>
      {note && <p className="text-fg-muted">{t('admin.noteSays', { note })}</p>}
      {appeal && <AppealPart sanction={sanction} appeal={appeal} />}
      {/* Accepting the appeal lifts it. */}
      {!endedAt && !hasOpenAppeal(sanction) && <LiftPart id={sanction.id} />}
    </Card>
  );
}

function AppealPart({ sanction, appeal }: { sanction: Sanction; appeal: NonNullable<Sanction['appeal']> }) {
  const { t } = useTexts('admin', 'sanctions');
  const answer = useAnswerAppeal();
  const [text, setText] = useTextDraft(`appeal-answer:${sanction.id}`);
  const [missing, setMissing] = useState(false);
  const isTooLong = linesLength(text) > sanctionTextMax;
  const problem = <FormError>{answer.error && messageOf(answer.error, t('ui.error'))}</FormError>;
  const send = (outcome: 'upheld' | 'lifted') => {
    setMissing(text.trim() === '');
    if (text.trim() !== '')
      answer.mutate({ id: sanction.id, outcome, answer: text.trim() }, { onSuccess: () => setText(() => '') });
  };
  return (
    <div className="grid gap-3 rounded-md bg-raised p-3">
      <p className="font-medium">{t('admin.appeal')}</p>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
        {appeal.text}
      </p>
      {appeal.outcome ? (
        <>
          {/* Another admin was faster. */}
          {problem}
          <p className="text-fg-muted">
            {t(`admin.outcomes.${appeal.outcome}`)}: {appeal.answer}
          </p>
        </>
      ) : (
        <>
          <Textarea
            label={t('admin.appealAnswer')}
            limit={sanctionTextMax}
            counted
            value={text}
            error={missing && text.trim() === '' ? t('admin.answerMissing') : undefined}
            onChange={(event) => setText(() => event.target.value)}
          />
          {problem}
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" disabled={isTooLong} loading={answer.isPending} onClick={() => send('lifted')}>
              {t('admin.accept')}
            </Button>
            <Button disabled={isTooLong} loading={answer.isPending} onClick={() => send('upheld')}>
              {t('admin.uphold')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function LiftPart({ id }: { id: string }) {
  const { t } = useTexts('admin', 'sanctions');
  const lift = useLift();
  const [note, setNote] = useTextDraft(`lift:${id}`);
  const required = useRequired(note.trim() === '', t('admin.noteMissing'));
  const [isOpen, setOpen] = useState(note !== '');
  if (!isOpen)
    return (
      <div>
        <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
          {t('admin.lift')}
        </Button>
      </div>
    );
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (required.isThere(event)) lift.mutate({ id, note: note.trim() }, { onSuccess: () => setNote(() => '') });
      }}
    >
      <Textarea
        // The form opens on a press, so it takes the focus.
        autoFocus
        label={t('admin.note')}
        hint={t('admin.noteHint')}
        error={required.error}
        limit={sanctionTextMax}
        value={note}
        onChange={(event) => setNote(() => event.target.value)}
      />
      <FormError>{lift.error && messageOf(lift.error, t('ui.error'))}</FormError>
      <div>
        <Button type="submit" size="sm" loading={lift.isPending}>
          {t('admin.lift')}
        </Button>
      </div>
    </form>
  );
}
