import { countLinks } from '@limits/community';
import { captionMax, imagesMax } from '@limits/content';
import { Film, Hash, ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts, withTexts } from '../../lib/i18n.ts';
import { newId } from '../../lib/ids.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { NewAccountNote } from '../../lib/new-account-note.tsx';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { sameValues, useDraftForm } from '../../lib/use-draft-form.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FileInput } from '../../ui/files/file-input.tsx';
import { PictureGrid } from '../../ui/files/picture-grid.tsx';
import type { FileChoice } from '../../ui/files/use-file-choice.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useModalState } from '../../ui/modal-link.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { blankFields, composerDraft, draftNames, readFields } from './composer-fields.ts';
import { pictureRules, usePictures } from './use-pictures.ts';
import { useSending } from './use-sending.ts';

const Details = lazyComponent(
  withTexts(async () => (await import('./composer-details.tsx')).ComposerDetails, 'create'),
);

interface ComposerProps {
  tribeId: number;
  /** The initial text, and the name of its own draft. */
  ready?: { draftName: string; content: string };
  onPublished?: () => void;
}

/** The form for a new post: text, up to six pictures, tags, a place, the level needed to see it. Stores a draft. */
export function Composer({ tribeId, ready, onPublished }: ComposerProps) {
  const { t } = useTexts('members');
  const me = useMe();
  const names = ready ? draftNames(ready.draftName) : composerDraft(tribeId);
  const start = ready ? { ...blankFields, content: ready.content } : blankFields;
  const draft = useDraft(names.text, start, readFields);
  const [, changeDraft] = draft;
  const form = useDraftForm(draft);
  const [open, setOpen] = useState(false);
  const [details, setDetails] = useState(false);
  const pictures = usePictures(names.pictures);
  const sending = useSending(tribeId, names.text);
  const empty = form.watch('content').trim() === '' && pictures.list.length === 0;

  // One line until it has the focus: people visit to read the feed.
  const closed = !open && empty && !sending.busy;

  const submit = form.handleSubmit((fields) => {
    if (empty) return;
    const { list } = pictures;
    sending.send({ ...fields, files: list.map(({ file }) => file) }, () => {
      // Text typed while it was being sent is the next draft.
      changeDraft((before) => (sameValues(before, fields) ? start : before));
      pictures.clear(list);
      setDetails(false);
      setOpen(false);
      toast(() => t('posts.published'), { tone: 'good' });
      onPublished?.();
    });
  });

  return (
    <Card>
      <form
        onSubmit={submit}
        onFocus={() => setOpen(true)}
        {...pictures.choice.targetProps}
        id="new-post"
        aria-label={t('posts.composer')}
        className="grid grid-cols-1 gap-3 p-1.5 sm:p-2.5"
      >
        <div className="flex items-start gap-2">
          {me && <Avatar person={me} size={40} className="my-1.5 ml-1" />}
          <div className="min-w-0 grow">
            <Textarea
              {...form.register('content')}
              label={t('posts.composerLabel')}
              labelHidden
              placeholder={t('posts.composerHint')}
              rows={1}
              limit={captionMax}
            />
          </div>
          <PickPictures choice={pictures.choice} full={pictures.list.length >= imagesMax} />
        </div>
        <PictureGrid
          label={t('posts.pictures')}
          pictures={pictures.list.map(({ id, file }) => ({ id, source: file, alt: file.name }))}
          onRemove={pictures.remove}
          onReorder={pictures.reorder}
        />
        {!closed && (
          <NewAccountNote about={countLinks(form.watch('content')) > 0 ? 'links' : 'posts'} className="px-1" />
        )}
        {pictures.list.length > 0 && <NewAccountNote about="uploads" className="px-1" />}
        {details && (
          <LazyPart failed={(error, retry) => <ErrorState error={error} onRetry={retry} className="py-4" />}>
            <Details form={form} tribeId={tribeId} />
          </LazyPart>
        )}
        {sending.share !== null && <ProgressBar value={sending.share} label={t('posts.uploading')} />}
        {(sending.error || pictures.problem) && (
          <p role="alert" className="text-danger text-small">
            {pictures.problem ?? messageOf(sending.error, t('posts.publishFailed'))}
          </p>
        )}
        {!closed && (
          <div className="flex items-center gap-1">
            <IconButton
              label={t('posts.details')}
              aria-expanded={details}
              icon={<Hash />}
              onClick={() => setDetails(!details)}
            />
            {!ready && <ContinueInCreate tribeId={tribeId} disabled={sending.busy} />}
            <div className="grow" />
            {sending.busy && (
              <Button size="sm" variant="ghost" onClick={sending.cancel}>
                {t('ui.cancel')}
              </Button>
            )}
            <Button type="submit" variant="primary" size="sm" disabled={empty} loading={sending.busy}>
              {t('posts.publish')}
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}

/** Opens the create flow, which takes over the content of the composer (`app/composer-draft.ts`). */
function ContinueInCreate({ tribeId, disabled }: { tribeId: number; disabled: boolean }) {
  const { t } = useTexts('members');
  const navigate = useNavigate();
  const state = useModalState();
  return (
    <IconButton
      label={t('posts.continueInCreate')}
      icon={<Film />}
      disabled={disabled}
      onClick={() => void navigate(paths.createModal(tribeId, 'post'), { state: { ...state, continuedId: newId() } })}
    />
  );
}

function PickPictures({ choice, full }: { choice: FileChoice; full: boolean }) {
  const { t } = useTexts('members');
  return (
    <>
      <FileInput {...choice.inputProps} label={t('posts.addPictures')} types={pictureRules.types} multiple />
      <IconButton
        label={t('posts.addPictures')}
        icon={<ImagePlus />}
        disabled={full}
        onClick={choice.pick}
        className="my-1"
      />
    </>
  );
}
