import { queryOptions, useQuery } from '@tanstack/react-query';
import { http } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

const previewQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.feed.preview(tribeId),
    queryFn: ({ signal }) => http.get('/tribes/{tribeId}/posts/preview', { path: { tribeId }, signal }),
  });

/** The preview of a tribe's posts for people who are not members: their number, and blurred pictures. */
export function FeedPreview({ tribeId }: { tribeId: number }) {
  const { t } = useTexts('tribe');
  const format = useFormat();
  const { data, isPending } = useQuery(previewQuery(tribeId));
  if (isPending) return <PreviewSkeleton />;
  if (!data) return null;
  const { postsThisWeek, pictures } = data;
  return (
    <>
      {pictures.length > 0 && (
        <div aria-hidden="true" className="grid w-full grid-cols-3 gap-2">
          {pictures.map(({ lqip }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no ids, and their order is fixed
            <span key={index} className="aspect-square overflow-hidden rounded-md bg-sunken">
              <img src={lqip} alt="" className="size-full scale-125 object-cover blur-lg" />
            </span>
          ))}
        </div>
      )}
      {postsThisWeek !== null && postsThisWeek > 0 && (
        <p className="text-fg-muted text-small">
          {t('tribe.postsThisWeek', { count: postsThisWeek, shown: format.number(postsThisWeek) })}
        </p>
      )}
    </>
  );
}

const PreviewSkeleton = () => (
  <Loading className="grid w-full justify-items-center gap-4">
    <div className="grid w-full grid-cols-3 gap-2">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="aspect-square rounded-md" />
      ))}
    </div>
    <Skeleton className="h-5.5 w-48" />
  </Loading>
);
