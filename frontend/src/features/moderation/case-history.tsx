import { caseTextMax } from '@limits/content';
import { useTextDraft } from '../../lib/drafts.ts';
import { useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useRequired } from '../../lib/use-required.ts';
import { UserLink } from '../../lib/user-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Pill } from '../../ui/pill.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { type CaseDetail, useNote } from './api.ts';
import { Done, EditedMeanwhile } from './case-words.tsx';

/** The decisions so far, and the notes of moderators. */
export function CaseHistory({ found }: { found: CaseDetail }) {
  const { t } = useTexts('moderation');
  return (
    <>
      {found.decisions.length > 0 && (
        <section aria-labelledby="case-decisions" className="grid gap-2">
          <h3 id="case-decisions" className="font-semibold text-small">
            {t('moderation.decisions')}
          </h3>
          <ul className="grid gap-2 text-small">
            {found.decisions.map(({ action, reason, message, bySite, editedMeanwhile, decidedBy, createdAt }) => (
              <li key={createdAt} className="grid gap-1">
                <span className="flex flex-wrap items-center gap-2">
                  <Done action={action} />
                  <Pill>{t(`moderation.reasons.${reason}`)}</Pill>
                  <span className="text-caption text-fg-muted">
                    {decidedBy ? (
                      <UserLink person={decidedBy}>{decidedBy.name}</UserLink>
                    ) : (
                      t(bySite ? 'moderation.bySite' : 'moderation.byTribe')
                    )}
                  </span>
                  <RelativeTime value={createdAt} className="text-caption text-fg-muted" />
                </span>
                {message && (
                  <span className="prose-safe" dir="auto">
                    {message}
                  </span>
                )}
                <EditedMeanwhile of={{ editedMeanwhile }} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Notes found={found} />
    </>
  );
}

function Notes({ found }: { found: CaseDetail }) {
  const { t } = useTexts('moderation');
  if (found.textsDeletedAt) return null;
  return (
    <section aria-labelledby="case-notes" className="grid grid-cols-1 gap-3 border-line border-t pt-4">
      <h3 id="case-notes" className="font-semibold text-small">
        {t('moderation.notes')}
      </h3>
      <ul className="grid gap-2 text-small">
        {found.notes.map(({ id, author, text, createdAt }) => (
          <li key={id} className="grid gap-0.5">
            <span className="text-caption text-fg-muted">
              {author ? <UserLink person={author}>{author.name}</UserLink> : t('moderation.gone')} ·{' '}
              <RelativeTime value={createdAt} />
            </span>
            <span className="prose-safe" dir="auto">
              {text}
            </span>
          </li>
        ))}
      </ul>
      <NoteForm caseId={found.id} />
    </section>
  );
}

function NoteForm({ caseId }: { caseId: string }) {
  const { t } = useTexts('moderation');
  const add = useNote(caseId);
  const [text, setText] = useTextDraft(`case-note:${caseId}`);
  const required = useRequired(text.trim() === '', t('moderation.noteMissing'));
  return (
    <form
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!required.isThere(event)) return;
        add.mutate(text.trim(), {
          onSuccess: () => setText((now) => (now === text ? '' : now)),
          onError: toastFailure,
        });
      }}
    >
      <Textarea
        label={t('moderation.note')}
        error={required.error}
        rows={1}
        limit={caseTextMax}
        value={text}
        onChange={(event) => setText(() => event.target.value)}
      />
      <Button type="submit" size="sm" loading={add.isPending} className="justify-self-start">
        {t('moderation.addNote')}
      </Button>
    </form>
  );
}
