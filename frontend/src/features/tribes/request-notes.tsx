import { noteMax, notesMax } from '@limits/tribes';
import { StickyNote } from 'lucide-react';
import { useState } from 'react';
import { type Draft, useTextDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useRequired } from '../../lib/use-required.ts';
import { UserLink } from '../../lib/user-link.tsx';
import { Button } from '../../ui/button.tsx';
import { useFocusOnSwap } from '../../ui/focus.ts';
import { FormError } from '../../ui/form-error.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { type PendingMember, useNoteRequest } from './requests-api.ts';

interface RequestNotesProps {
  tribeId: number;
  request: PendingMember;
}

/** The moderators' notes on a request, visible to them only. */
export function RequestNotes({ tribeId, request: { user, notes } }: RequestNotesProps) {
  const { t } = useTexts('membership');
  const draft = useTextDraft(`request-note:${tribeId}:${user.id}`);
  const [writing, setWriting] = useState(draft[0] !== '');
  const part = useFocusOnSwap<HTMLDivElement>(writing);
  return (
    <div ref={part} className="grid grid-cols-1 gap-2">
      {notes.length > 0 && (
        <ul aria-label={t('membership.notesOf', { name: user.name })} className="grid grid-cols-1 gap-2">
          {notes.map(({ id, author, text, createdAt }) => (
            <li key={id} className="grid grid-cols-1 gap-0.5 rounded-md bg-sunken px-3 py-2 text-small">
              <span className="text-caption text-fg-muted">
                <bdi>
                  <UserLink person={author}>{author.name}</UserLink>
                </bdi>{' '}
                · <RelativeTime value={createdAt} />
              </span>
              <span className="prose-safe" dir="auto">
                {text}
              </span>
            </li>
          ))}
        </ul>
      )}
      {writing ? (
        <NoteForm tribeId={tribeId} userId={user.id} draft={draft} onDone={() => setWriting(false)} />
      ) : (
        notes.length < notesMax && (
          <Button
            size="sm"
            variant="ghost"
            icon={<StickyNote />}
            className="-ml-3.5 justify-self-start"
            aria-label={t('membership.noteOf', { name: user.name })}
            onClick={() => setWriting(true)}
          >
            {t('membership.addNote')}
          </Button>
        )
      )}
    </div>
  );
}

interface NoteFormProps {
  tribeId: number;
  userId: string;
  draft: Draft<string>;
  onDone: () => void;
}

function NoteForm({ tribeId, userId, draft: [text, setText], onDone }: NoteFormProps) {
  const { t } = useTexts('membership');
  const note = useNoteRequest(tribeId, userId);
  const required = useRequired(text.trim() === '', t('membership.noteMissing'));
  const cancel = () => {
    setText(() => '');
    onDone();
  };
  return (
    <form
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!required.isThere(event)) return;
        note.mutate(text.trim(), {
          onSuccess: () => setText((now) => (now === text ? '' : now)),
          onScreen: { onSuccess: onDone },
          offScreen: { onError: toastFailure },
        });
      }}
    >
      <Textarea
        label={t('membership.note')}
        hint={t('membership.noteHint')}
        error={required.error}
        autoFocus
        counted
        limit={noteMax}
        value={text}
        onChange={(event) => setText(() => event.target.value)}
      />
      <FormError>{note.error && messageOf(note.error, t('ui.error'))}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" loading={note.isPending}>
          {t('membership.saveNote')}
        </Button>
        <Button size="sm" variant="ghost" onClick={cancel}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  );
}
