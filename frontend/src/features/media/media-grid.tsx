import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import type { PagedQuery } from '../../lib/pages.ts';
import { RemovalSheet } from '../../lib/removal-sheet.tsx';
import { openReport } from '../../lib/report.ts';
import { useMe } from '../../lib/session.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { InfiniteList } from '../../ui/infinite-list.tsx';
import { Lightbox } from '../../ui/lightbox.tsx';
import { LostPicture } from '../../ui/lost-picture.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Media, useDeleteMedia } from './api.ts';
import { MediaAbout } from './media-about.tsx';

const gridClass = 'grid grid-cols-3 gap-1 sm:grid-cols-4 sm:gap-2 lg:grid-cols-6';
/** This many pictures before the end the next page is loaded while a person moves through them. */
const ahead = 3;

/** The pictures of a tribe as squares; a press opens one, with its caption. */
export function MediaGrid({ tribeId, media: { items, query } }: { tribeId: number; media: PagedQuery<Media> }) {
  const { t } = useTexts('media');
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [confirming, setConfirming] = useState<Media | null>(null);
  const index = items.findIndex(({ id }) => id === openedId);
  const opened = items[index];
  const alt = ({ caption, user }: Media) => caption || t('media.by', { name: user.name });

  function open(next: number): void {
    setOpenedId(items[next]?.id ?? null);
    if (next >= items.length - ahead && query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  }

  return (
    <>
      <InfiniteList query={query} skeleton={<MediaSkeleton />}>
        <ul aria-label={t('media.title')} className={gridClass}>
          {items.map((each, position) => (
            <li key={each.id}>
              <Tile media={each} alt={alt(each)} eager={position < 6} onOpen={() => open(position)} />
            </li>
          ))}
        </ul>
      </InfiniteList>
      <Lightbox
        pictures={items.map((each) => ({ src: each.variants.large, alt: alt(each), lost: each.lost }))}
        index={opened ? index : null}
        onIndex={open}
        onClose={() => setOpenedId(null)}
        about={
          opened && (
            <MediaAbout
              media={opened}
              onReport={() => {
                setOpenedId(null);
                openReport({ kind: 'tribe_media', mediaId: opened.id });
              }}
              onDelete={() => {
                setOpenedId(null);
                setConfirming(opened);
              }}
            />
          )
        }
      />
      <DeleteMedia tribeId={tribeId} media={confirming} onClose={() => setConfirming(null)} />
    </>
  );
}

interface TileProps {
  media: Media;
  alt: string;
  eager: boolean;
  onOpen: () => void;
}

/** A lost picture also opens, so that its caption is shown and it can be deleted. */
function Tile({ media: { caption, user, variants, lqip, hidden, lost }, alt, eager, onOpen }: TileProps) {
  const { t } = useTexts('media');
  const opens = caption ? t('media.openCaption', { caption }) : t('media.open', { name: user.name });
  return (
    <button
      type="button"
      onClick={onOpen}
      // Begins with the visible text, for voice control.
      aria-label={lost ? `${t('ui.pictureLost')}. ${opens}` : opens}
      className="focus-ring relative block w-full overflow-hidden rounded-sm"
    >
      {lost ? (
        <LostPicture className="aspect-square" />
      ) : (
        <Picture src={variants.square} alt={alt} lqip={lqip} ratio={1} eager={eager} />
      )}
      {hidden && (
        <span className="absolute top-1 right-1 grid size-6 place-items-center rounded-full bg-surface text-fg">
          <EyeOff aria-hidden="true" className="size-4" />
        </span>
      )}
    </button>
  );
}

function DeleteMedia({ tribeId, media, onClose }: { tribeId: number; media: Media | null; onClose: () => void }) {
  const { t } = useTexts('media');
  const me = useMe();
  const remove = useDeleteMedia(tribeId);
  // Its text stays while the confirmation closes.
  const [shown, setShown] = useState(media);
  if (media && media !== shown) setShown(media);
  if (shown && shown.user.id !== me?.id)
    return (
      <RemovalSheet
        open={media !== null}
        onClose={onClose}
        kind="tribe_media"
        subject={shown.id}
        remove={(removal) => remove.mutateAsync({ media: shown, removal })}
      />
    );
  const deleteOwn = (own: Media) =>
    remove.mutate(
      { media: own },
      {
        // Deleting the last picture unmounts the grid, and this with it.
        onSuccess: () => {
          toast(() => t('media.deleted'));
          onClose();
        },
        onError: (error) => toast(() => messageOf(error, t('media.deleteFailed')), { tone: 'bad' }),
      },
    );

  return (
    <Confirm
      open={media !== null}
      onClose={onClose}
      title={t('media.deleteTitle')}
      text={t('media.deleteOwn')}
      confirm={t('media.delete')}
      busy={remove.isPending}
      onConfirm={() => media && deleteOwn(media)}
    />
  );
}

export function MediaSkeleton() {
  return (
    <Loading className={gridClass}>
      {Array.from({ length: 12 }, (_none, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical
        <Skeleton key={index} className="aspect-square w-full rounded-sm" />
      ))}
    </Loading>
  );
}
