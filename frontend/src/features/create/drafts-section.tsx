import { FilePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import type { Membership } from '../../lib/shared-queries.ts';
import { truncate } from '../../lib/text.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.tsx';
import { deleteDraft, draftsMax, type ListedDraft, listDrafts } from './draft-list.ts';
import { type CreateKind, isBlank } from './fields.ts';
import type { OpenDraft } from './parts.ts';
import { cancelUploads } from './use-videos.ts';

/** Characters of a draft's text in the list. */
const SHOWN = 60;

interface DraftsSectionProps {
  current: OpenDraft;
  memberships: readonly Membership[];
}

/** The other drafts, to be opened or deleted, and a button to begin another one. */
export function DraftsSection({ current, memberships }: DraftsSectionProps) {
  const { t } = useTexts('create', 'video');
  const format = useFormat();
  const [, refresh] = useState({});
  const stored = listDrafts();
  const others = stored.filter(({ name }) => name !== current.name);
  const isFull = stored.length >= draftsMax;
  if (others.length === 0 && isBlank(current.fields)) return null;
  const remove = (draft: ListedDraft) => {
    const restore = deleteDraft(draft);
    const restart = cancelUploads(draft.name);
    refresh({});
    const undo = () => {
      restore();
      restart();
      refresh({});
    };
    toast(() => t('create.drafts.deleted'), { action: { label: () => t('create.drafts.undo'), run: undo } });
  };
  return (
    <section aria-labelledby="drafts" className="grid grid-cols-1 gap-2 border-line border-t pt-4">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 id="drafts" className="font-semibold text-body">
          {t('create.drafts.title')}
        </h2>
        {!isBlank(current.fields) && (
          <Button size="sm" variant="ghost" icon={<FilePlus />} disabled={isFull} onClick={current.begin}>
            {t('create.drafts.begin')}
          </Button>
        )}
      </div>
      {isFull && (
        <p className="text-fg-muted text-small">{t('create.drafts.full', { max: format.number(draftsMax) })}</p>
      )}
      <ul className="grid grid-cols-1 gap-1">
        {others.map((draft) => (
          <DraftRow
            key={draft.name}
            draft={draft}
            tribeName={memberships.find(({ tribeId }) => tribeId === draft.fields.tribeId)?.tribe.name}
            onOpen={() => current.open(draft)}
            onDelete={() => remove(draft)}
          />
        ))}
      </ul>
    </section>
  );
}

interface DraftRowProps {
  draft: ListedDraft;
  /** Undefined without a tribe, or when one has left it. */
  tribeName: string | undefined;
  onOpen: () => void;
  onDelete: () => void;
}

function DraftRow({ draft: { kind, fields }, tribeName, onOpen, onDelete }: DraftRowProps) {
  const { t } = useTexts('create', 'video');
  const kinds: Record<CreateKind, string> = { story: t('create.vibe'), post: t('create.post'), reel: t('video.clip') };
  const text = truncate(fields.content.trim(), SHOWN) || t('create.drafts.noText');
  const pictures = fields.pictures > 0 ? t('create.drafts.pictures', { count: fields.pictures }) : null;
  const recordings = fields.recordings > 0 ? t('create.drafts.recordings', { count: fields.recordings }) : null;
  const videos = fields.chosenVideos > 0 ? t('create.drafts.videos', { count: fields.chosenVideos }) : null;
  const about = [kinds[kind], tribeName, pictures, recordings, videos].filter(Boolean);
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        onClick={onOpen}
        className="focus-ring grid min-h-11 min-w-0 grow rounded-md px-3 py-2 text-left hover:bg-hover"
      >
        <span className="truncate text-small">{text}</span>
        <span className="truncate text-caption text-fg-muted">
          {about.join(' · ')}
          {fields.savedAt > 0 && (
            <>
              {' · '}
              <RelativeTime value={new Date(fields.savedAt).toISOString()} />
            </>
          )}
        </span>
      </button>
      <IconButton
        size="sm"
        tip="none"
        label={t('create.drafts.delete', { text })}
        icon={<Trash2 />}
        onClick={onDelete}
      />
    </li>
  );
}
