import { playerHosts } from '@tribus/community/player-hosts.ts';
import type { videoSites } from './limits.ts';
import { videoUrlLengthMax } from './limits.ts';

/** A video of a known site. */
export interface SiteVideo {
  site: VideoSite;
  /** The address of its player, which starts at once; that of Twitch needs a `parent` besides. */
  embedUrl: string;
}

export type VideoSite = (typeof videoSites)[number];

/** Characters that an address must not contain: `URL` removes some of them and reads others as separators. */
const refused = /[\s\p{Cc}\p{Cf}\\]/u;
const scheme = /^[a-z][a-z\d+.-]*:\/\//i;

/** Splits typed addresses at line breaks and commas (specification 2, section 5). */
export const splitVideoUrls = (typed: string): string[] =>
  typed
    .split(/[\r\n,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/**
 * Returns the normalised form of a typed address, with `https://` in front when it has no scheme. Null for one that is
 * too long, of another scheme, with credentials, or without a domain.
 */
export function normaliseVideoUrl(typed: string): string | null {
  const text = typed.trim();
  if (text === '' || text.length > videoUrlLengthMax || refused.test(text)) return null;
  const url = URL.parse(scheme.test(text) ? text : `https://${text}`);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return url.hostname.includes('.') && url.href.length <= videoUrlLengthMax ? url.href : null;
}

/**
 * Returns the video that a normalised address of a known site names; undefined for any other address. The player's
 * address contains nothing of the given one but the checked id.
 */
export function findSiteVideo(address: string): SiteVideo | undefined {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return undefined;
  const known = sites.find(({ hosts }) => hosts.includes(url.hostname));
  const embedUrl = known?.playerOf(url, url.pathname.split('/').filter(Boolean));
  return known && embedUrl ? { site: known.site, embedUrl } : undefined;
}

interface Site {
  site: VideoSite;
  hosts: readonly string[];
  /** `path`: the parts of the path, still percent-encoded. */
  playerOf: (url: URL, path: readonly string[]) => string | undefined;
}

const sites: readonly Site[] = [
  {
    site: 'youtube',
    hosts: [...withPrefixes('youtube.com', ['', 'www.', 'm.', 'music.']), ...withWww('youtube-nocookie.com')],
    playerOf: ({ searchParams }, [kind, id]) =>
      youtubePlayer(
        kind === 'watch' ? searchParams.get('v') : ['shorts', 'embed', 'live', 'v'].includes(kind ?? '') && id,
      ),
  },
  { site: 'youtube', hosts: withWww('youtu.be'), playerOf: (_url, [id]) => youtubePlayer(id) },
  { site: 'vimeo', hosts: withWww('vimeo.com'), playerOf: (_url, path) => vimeoPlayer(...vimeoIdOf(path)) },
  {
    site: 'vimeo',
    hosts: [playerHosts.vimeo],
    playerOf: ({ searchParams }, [kind, id]) => vimeoPlayer(kind === 'video' && id, searchParams.get('h')),
  },
  {
    site: 'tiktok',
    hosts: withPrefixes('tiktok.com', ['', 'www.', 'm.']),
    playerOf: (_url, path) => tiktokPlayer(path),
  },
  {
    site: 'instagram',
    hosts: withPrefixes('instagram.com', ['', 'www.', 'm.']),
    playerOf: (_url, path) => instagramPlayer(path),
  },
  {
    site: 'twitch',
    hosts: withPrefixes('twitch.tv', ['', 'www.', 'm.']),
    playerOf: (_url, path) => twitchPlayer(path),
  },
  {
    site: 'twitch',
    hosts: [playerHosts.twitch],
    playerOf: ({ searchParams }) =>
      twitchVideo(searchParams.get('video')) ?? twitchChannel(searchParams.get('channel') ?? undefined),
  },
  {
    site: 'twitch',
    hosts: [playerHosts.twitchClips],
    playerOf: ({ searchParams }, [id]) => twitchClip(id === 'embed' ? searchParams.get('clip') : id),
  },
  {
    site: 'dailymotion',
    hosts: withWww('dailymotion.com'),
    playerOf: (_url, path) => dailymotionPlayer(path.at(-2) === 'video' && path.at(-1)?.split('_')[0]),
  },
  { site: 'dailymotion', hosts: ['dai.ly'], playerOf: (_url, [id]) => dailymotionPlayer(id) },
  {
    site: 'dailymotion',
    hosts: [playerHosts.dailymotion],
    playerOf: ({ searchParams }) => dailymotionPlayer(searchParams.get('video')),
  },
];

function withPrefixes(domain: string, prefixes: readonly string[]): string[] {
  return prefixes.map((prefix) => `${prefix}${domain}`);
}

function withWww(domain: string): string[] {
  return withPrefixes(domain, ['', 'www.']);
}

/** A part of an address that may be an id. */
type Part = string | false | null | undefined;

const matches = (part: Part, id: RegExp): part is string => typeof part === 'string' && id.test(part);

const youtubePlayer = (id: Part) =>
  matches(id, /^[\w-]{11}$/) ? `https://${playerHosts.youtube}/embed/${id}?autoplay=1` : undefined;

/** The id and, of an unlisted video, its key: `/1`, `/1/abc`, `/channels/x/1`, `/groups/x/videos/1`. */
function vimeoIdOf(path: readonly string[]): [id: Part, key: Part] {
  const [first, second] = path;
  if (first === 'channels') return [path[2], null];
  if (first === 'groups') return [path[2] === 'videos' && path[3], null];
  return [first, second];
}

function vimeoPlayer(id: Part, key: Part): string | undefined {
  if (!matches(id, /^\d{1,12}$/)) return undefined;
  const query = matches(key, /^[\da-f]{6,20}$/) ? `h=${key}&` : '';
  return `https://${playerHosts.vimeo}/video/${id}?${query}autoplay=1&dnt=1`;
}

/** `/@user/video/1`, `/embed/1`, `/embed/v2/1`, `/player/v1/1`, `/v/1.html`. */
function tiktokPlayer(path: readonly string[]): string | undefined {
  const [first = '', second = ''] = path;
  const isVideo = (first.startsWith('@') && second === 'video') || ['embed', 'player', 'v'].includes(first);
  const id = isVideo && path.at(-1)?.replace(/\.html$/, '');
  return matches(id, /^\d{6,20}$/) ? `https://${playerHosts.tiktok}/player/v1/${id}?autoplay=1` : undefined;
}

/** `/p/id`, `/reel/id`, `/reels/id` and `/tv/id`, also after the name of the user. */
function instagramPlayer(path: readonly string[]): string | undefined {
  const isPost = (at: number) => ['p', 'reel', 'reels', 'tv'].includes(path[at] ?? '');
  const id = isPost(0) ? path[1] : isPost(1) && path[2];
  return path.length <= 4 && matches(id, /^[\w-]{6,40}$/)
    ? `https://${playerHosts.instagram}/p/${id}/embed/`
    : undefined;
}

/** `/videos/1`, `/user/v/1`, `/user/video/1`, `/user/clip/id`, and the channel `/user`. */
function twitchPlayer(path: readonly string[]): string | undefined {
  const [first, second, third] = path;
  if (first === 'videos') return twitchVideo(second);
  if (second === 'v' || second === 'video') return twitchVideo(third);
  if (second === 'clip') return twitchClip(third);
  return path.length === 1 ? twitchChannel(first) : undefined;
}

function twitchVideo(id: Part): string | undefined {
  const [, number] = (id && /^v?(\d{1,12})$/.exec(id)) || [];
  return number && `https://${playerHosts.twitch}/?video=v${number}&autoplay=true`;
}

/** Pages of Twitch that are no channels. */
const twitchPages =
  'directory downloads drops inventory jobs p prime search settings store subscriptions turbo wallet'.split(' ');

const twitchChannel = (name: Part) =>
  matches(name, /^\w{3,25}$/) && !twitchPages.includes(name)
    ? `https://${playerHosts.twitch}/?channel=${name}&autoplay=true`
    : undefined;

const twitchClip = (id: Part) =>
  matches(id, /^[\w-]{5,100}$/) ? `https://${playerHosts.twitchClips}/embed?clip=${id}&autoplay=true` : undefined;

const dailymotionPlayer = (id: Part) =>
  matches(id, /^[a-zA-Z\d]{5,12}$/) ? `https://${playerHosts.dailymotion}/player.html?video=${id}` : undefined;
