import { ExternalLink, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { markPlaying } from '../../ui/video/one-playing.ts';
import { PlaySign } from '../../ui/video/play-sign.tsx';
import type { PostVideo } from './api.ts';
import { SiteLink } from './site-link.tsx';

interface ExternalVideoProps {
  video: PostVideo;
  /** Its accessible name. */
  name: string;
  /** False while another slide is shown: the player is removed. */
  active: boolean;
}

/**
 * A video of another site in the space of its parent. Nothing is requested from the site until the viewer asks for it.
 * An address without a known player is a LinkCard instead.
 */
export function ExternalVideo({ video: { site, embedUrl, url }, ...rest }: ExternalVideoProps) {
  if (!site || !embedUrl) return null;
  return <SiteVideo site={site} embedUrl={embedUrl} url={url} {...rest} />;
}

type Site = NonNullable<PostVideo['site']>;

interface SiteVideoProps extends Pick<ExternalVideoProps, 'name' | 'active'> {
  site: Site;
  embedUrl: string;
  url: string;
}

function SiteVideo({ site, embedUrl, url, name, active }: SiteVideoProps) {
  const { t } = useTexts('video');
  const [isPlaying, setPlaying] = useState(false);
  const [isClosed, setClosed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const stop = () => setPlaying(false);
  useStopOffScreen(box, stop);
  if (isPlaying && !active) stop();
  const close = () => {
    stop();
    setClosed(true);
  };
  const start = () => {
    setClosed(false);
    markPlaying({ pause: stop });
    setPlaying(true);
  };
  const siteName = t(`video.site.${site}`);
  const link = (
    <SiteLink url={url} className="underline underline-offset-4">
      <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
      {t('video.openAt', { site: siteName })}
    </SiteLink>
  );
  return (
    // It scrolls itself, so the browser would take swipes of its parent for its own.
    <div ref={box} data-theme="dark" className="relative size-full touch-pan-y overflow-y-auto bg-sunken text-fg">
      {isPlaying ? (
        // The buttons precede the frame: its content receives the keys once it has the focus.
        <div className="flex size-full flex-col-reverse">
          <div className="flex flex-wrap items-center justify-between gap-2 p-2">
            {link}
            <Button autoFocus size="sm" icon={<X />} onClick={close}>
              {t('video.removePlayer')}
            </Button>
          </div>
          <Player site={site} embedUrl={embedUrl} name={name} />
        </div>
      ) : (
        <Placeholder site={siteName} url={url} name={name} autoFocus={isClosed} onPlay={start}>
          {link}
        </Placeholder>
      )}
    </div>
  );
}

/** Sites that refuse to play without a referrer, or videos that are limited to some sites. */
const WITH_REFERRER: readonly Site[] = ['youtube', 'vimeo'];

function Player({ site, embedUrl, name }: Pick<SiteVideoProps, 'site' | 'embedUrl' | 'name'>) {
  return (
    <iframe
      src={site === 'twitch' ? `${embedUrl}&parent=${window.location.hostname}` : embedUrl}
      title={name}
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      allow="fullscreen; autoplay; encrypted-media; picture-in-picture"
      referrerPolicy={WITH_REFERRER.includes(site) ? 'strict-origin-when-cross-origin' : 'no-referrer'}
      className="min-h-0 w-full grow border-0"
    />
  );
}

interface PlaceholderProps {
  site: string;
  url: string;
  name: string;
  /** When the viewer has closed the player, whose button had the focus. */
  autoFocus: boolean;
  onPlay: () => void;
  children: ReactNode;
}

function Placeholder({ site, url, name, autoFocus, onPlay, children }: PlaceholderProps) {
  const { t } = useTexts('video');
  const noteId = useId();
  return (
    <div className="relative grid min-h-full place-content-center justify-items-center gap-1 p-4 pt-9 text-center">
      <button
        type="button"
        // biome-ignore lint/a11y/noAutofocus: it replaces the button with the focus
        autoFocus={autoFocus}
        aria-label={t('video.play', { name: `${name} (${site})` })}
        aria-describedby={noteId}
        onClick={onPlay}
        className="focus-ring group absolute inset-0 cursor-pointer rounded-[inherit] focus-visible:-outline-offset-4"
      />
      <PlaySign tone="ember" className="pointer-events-none" />
      <span className="pointer-events-none wrap-anywhere text-small">
        <span className="font-display font-semibold">{site}</span>
        <span className="text-fg-muted">{` · ${new URL(url).host}`}</span>
      </span>
      <span id={noteId} className="pointer-events-none max-w-xs text-balance text-caption text-fg-muted">
        {t('video.sendsData', { site })}
      </span>
      <span className="relative">{children}</span>
    </div>
  );
}

/** Stops a player that has left the screen. */
function useStopOffScreen(box: RefObject<HTMLElement | null>, stop: () => void): void {
  const onLeave = useEffectEvent(stop);
  useEffect(() => {
    if (!box.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => !isIntersecting)) onLeave();
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
}
