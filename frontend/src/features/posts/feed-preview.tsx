import { queryOptions, useQuery } from '@tanstack/react-query';
import { http } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';

const previewQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.feed.preview(tribeId),
    queryFn: ({ signal }) => http.get('/tribes/{tribeId}/posts/preview', { path: { tribeId }, signal }),
  });

/** The preview of a tribe's posts for people who are not members: their number, and blurred pictures. */
export function FeedPreview({ tribeId }: { tribeId: number }) {
  const { t } = useTexts('tribe');
  const format = useFormat();
  const { data } = useQuery(previewQuery(tribeId));
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
