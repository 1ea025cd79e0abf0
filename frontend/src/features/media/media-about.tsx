import { Flag, Trash2 } from 'lucide-react';
import { HiddenNote } from '../../lib/hidden-note.tsx';
import { useTexts } from '../../lib/i18n.ts';
import { useMe } from '../../lib/session.ts';
import { UserLine } from '../../lib/user-line.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Media } from './api.ts';

interface MediaAboutProps {
  media: Media;
  onReport: () => void;
  onDelete: () => void;
}

/** The uploader, date and caption of a picture. */
export function MediaAbout({ media, onReport, onDelete }: MediaAboutProps) {
  const { t } = useTexts('media', 'moderation');
  const me = useMe();
  return (
    <div className="grid grid-cols-1 gap-3">
      {media.hidden && <HiddenNote hidden={media.hidden} />}
      {media.caption && <p className="text-pretty text-small [overflow-wrap:anywhere]">{media.caption}</p>}
      <div className="flex items-center gap-3">
        <UserLine person={media.user} size="sm" about={<RelativeTime value={media.createdAt} />} />
        {me && me.id !== media.user.id && (
          <Button variant="ghost" size="sm" icon={<Flag />} onClick={onReport}>
            {t('moderation.report')}
          </Button>
        )}
        {media.canDelete && (
          <Button variant="ghost" size="sm" icon={<Trash2 />} onClick={onDelete}>
            {t('media.delete')}
          </Button>
        )}
      </div>
    </div>
  );
}
