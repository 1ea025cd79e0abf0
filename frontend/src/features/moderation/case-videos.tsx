import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Eye } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../../lib/contract.ts';
import { useTexts } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { VideoPlayer } from '../../ui/video/video-player.tsx';

/** Only their blurred previews, which need no request, until each is asked for. */
export function CaseVideos({ videos }: { videos: readonly Schema<'PostVideo'>[] }) {
  return videos.map((video, index) =>
    video.external ? (
      <CaseLink key={video.id} url={video.url} />
    ) : (
      <CaseVideo key={video.id} video={video} number={index + 1} />
    ),
  );
}

/** The whole address of an external video, which a moderator may open. */
const CaseLink = ({ url }: { url: string }) => (
  <a
    href={url}
    target="_blank"
    rel="noopener nofollow ugc"
    referrerPolicy="no-referrer"
    className="focus-ring wrap-anywhere flex min-h-11 items-center gap-2 rounded-sm text-ember-text text-small underline underline-offset-4"
  >
    <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
    {url}
  </a>
);

function CaseVideo({ video: { url, poster, lqip }, number }: { video: Schema<'PostVideo'>; number: number }) {
  const { t } = useTexts('moderation', 'video');
  const client = useQueryClient();
  const [shown, setShown] = useState(false);
  if (shown || !url) {
    const label = t('video.numbered', { number });
    return (
      <VideoPlayer
        src={url}
        poster={poster}
        lqip={lqip}
        label={label}
        refetch={() => client.invalidateQueries({ queryKey: queryKeys.cases.all })}
        className="aspect-video max-w-lg rounded-md"
      />
    );
  }
  return (
    <div className="grid justify-items-start gap-2">
      <div className="aspect-video h-44 max-w-full overflow-hidden rounded-md bg-sunken">
        {lqip && <img src={lqip} alt="" className="size-full scale-110 object-cover blur-lg" />}
      </div>
      <Button size="sm" icon={<Eye />} onClick={() => setShown(true)}>
        {t('video.blurred', { number })}
      </Button>
    </div>
  );
}
