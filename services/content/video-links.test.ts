import { expect, test } from '@jest/globals';
import { playerHosts } from '@tribus/community/player-hosts.ts';
import { videoSites, videoUrlLengthMax } from './limits.ts';
import { findSiteVideo, normaliseVideoUrl, splitVideoUrls } from './video-links.ts';

const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1';
const vimeo = 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1';
const tiktok = 'https://www.tiktok.com/player/v1/7106594312292453675?autoplay=1';
const instagram = 'https://www.instagram.com/p/C1a-2b_3D4/embed/';
const twitchVideo = 'https://player.twitch.tv/?video=v2012345678&autoplay=true';
const twitchClip = 'https://clips.twitch.tv/embed?clip=SpicyFunnyClam-x_1&autoplay=true';
const twitchChannel = 'https://player.twitch.tv/?channel=una_tribu&autoplay=true';
const dailymotion = 'https://geo.dailymotion.com/player.html?video=x8abc12';

/** Addresses as people copy them, by the address of the player. */
const known: readonly (readonly [embedUrl: string, addresses: readonly string[]])[] = [
  [
    youtube,
    [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=42s#comments',
      'https://m.youtube.com/watch?v=dQw4w9WgXcQ&feature=share',
      'https://music.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://youtu.be/dQw4w9WgXcQ?si=abc',
      'https://www.youtube.com/shorts/dQw4w9WgXcQ',
      'https://www.youtube.com/live/dQw4w9WgXcQ/',
      'https://www.youtube.com/embed/dQw4w9WgXcQ?autoplay=0&origin=https://evil.example',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
      'HTTPS://WWW.YOUTUBE.COM:443/v/dQw4w9WgXcQ',
      'youtube.com/watch?v=dQw4w9WgXcQ',
    ],
  ],
  [
    vimeo,
    [
      'https://vimeo.com/76979871',
      'https://www.vimeo.com/76979871?share=copy',
      'https://vimeo.com/channels/staffpicks/76979871',
      'https://vimeo.com/groups/shortfilms/videos/76979871',
      'https://player.vimeo.com/video/76979871?title=0',
    ],
  ],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e&autoplay=1&dnt=1',
    ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
  ],
  [
    tiktok,
    [
      'https://www.tiktok.com/@una.tribu/video/7106594312292453675?is_from_webapp=1',
      'https://m.tiktok.com/v/7106594312292453675.html',
      'https://www.tiktok.com/embed/v2/7106594312292453675',
      'https://www.tiktok.com/player/v1/7106594312292453675',
    ],
  ],
  [
    instagram,
    [
      'https://www.instagram.com/p/C1a-2b_3D4/',
      'https://instagram.com/reel/C1a-2b_3D4/?igsh=abc',
      'https://www.instagram.com/reels/C1a-2b_3D4',
      'https://www.instagram.com/tv/C1a-2b_3D4/',
      'https://www.instagram.com/una.tribu/reel/C1a-2b_3D4/',
      'https://www.instagram.com/p/C1a-2b_3D4/embed/captioned/',
    ],
  ],
  [
    twitchVideo,
    [
      'https://www.twitch.tv/videos/2012345678?t=1h',
      'https://m.twitch.tv/videos/2012345678',
      'https://www.twitch.tv/una_tribu/v/2012345678',
      'https://player.twitch.tv/?video=v2012345678&parent=evil.example',
    ],
  ],
  [
    twitchClip,
    [
      'https://clips.twitch.tv/SpicyFunnyClam-x_1',
      'https://www.twitch.tv/una_tribu/clip/SpicyFunnyClam-x_1?filter=clips',
      'https://clips.twitch.tv/embed?clip=SpicyFunnyClam-x_1&parent=evil.example',
    ],
  ],
  [twitchChannel, ['https://www.twitch.tv/una_tribu', 'https://player.twitch.tv/?channel=una_tribu']],
  [
    dailymotion,
    [
      'https://www.dailymotion.com/video/x8abc12?playlist=x1',
      'https://www.dailymotion.com/video/x8abc12_a-title_fun',
      'https://www.dailymotion.com/embed/video/x8abc12',
      'https://dai.ly/x8abc12',
      'https://geo.dailymotion.com/player.html?video=x8abc12',
    ],
  ],
];

const playerOf = (typed: string) => findSiteVideo(normaliseVideoUrl(typed) ?? '')?.embedUrl;

test.each(known.flatMap(([embedUrl, addresses]) => addresses.map((address) => [address, embedUrl] as const)))(
  '%s is played by %s',
  (address, embedUrl) => {
    expect(playerOf(address)).toBe(embedUrl);
  },
);

test('every site is known, and players are on the hosts that the content security policy allows, and on no others', () => {
  const found = known.flatMap(([, addresses]) => addresses.map((each) => findSiteVideo(normaliseVideoUrl(each) ?? '')));
  expect(new Set(found.map((each) => each?.site))).toEqual(new Set(videoSites));
  const hosts = new Set(found.map((each) => new URL(each?.embedUrl ?? '').host));
  expect(hosts).toEqual(new Set(Object.values(playerHosts)));
});

test.each([
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evilyoutube.com/watch?v=dQw4w9WgXcQ',
  'https://evil.example/https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://evil.example/?u=www.youtube.com/watch?v=dQw4w9WgXcQ#www.youtube.com',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com./watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com%2eevil.example/watch?v=dQw4w9WgXcQ',
  'https://уoutube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com/watch',
  'https://youtube.com/playlist?list=PL1',
  'https://youtube.com/watch?v=dQw4w9WgXcQ%22onload',
  'https://youtube.com/watch?v=dQw4w9WgXc',
  'https://youtube.com/embed/..%2f..%2fredirect',
  'https://youtube.com/embed/dQw4w9Wg%58cQ',
  'https://www.youtube.com/@una.tribu',
  'https://vimeo.com/about',
  'https://vimeo.com/76979871x',
  'https://www.tiktok.com/@una.tribu',
  'https://vm.tiktok.com/ZM1abcdef/',
  'https://www.instagram.com/una.tribu/',
  'https://www.instagram.com/reels/audio/123456789/',
  'https://www.twitch.tv/directory',
  'https://www.twitch.tv/una_tribu/about',
  'https://www.dailymotion.com/es',
  'https://example.com/video.mp4',
])('%s is a link that is not played', (address) => {
  const url = normaliseVideoUrl(address);
  expect([typeof url, findSiteVideo(url ?? '')]).toEqual(['string', undefined]);
});

test.each([
  'javascript:alert(1)',
  'javascript://youtube.com/%0aalert(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'ftp://example.com/video.mp4',
  'https://user@www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com@evil.example/',
  'https://www.youtube.com%2f@evil.example/',
  'mailto:ana@example.com',
  'https://www.you\ttube.com/watch',
  'https://www.youtube.com\\@evil.example',
  'https://you\u200btube.com/',
  'https://example.com/\u202egpj.4pm',
  'https://example .com/',
  'hola',
  'https://localhost/',
  'https://[::1]/',
  'https://',
  '//',
  '',
])('%j is refused', (typed) => {
  expect(normaliseVideoUrl(typed)).toBeNull();
});

test('an address is refused when it is too long, also only in its encoded form', () => {
  const begin = 'https://example.com/';
  expect(normaliseVideoUrl(begin.padEnd(videoUrlLengthMax, 'a'))).toHaveLength(videoUrlLengthMax);
  expect(normaliseVideoUrl(begin.padEnd(videoUrlLengthMax + 1, 'a'))).toBeNull();
  expect(normaliseVideoUrl(begin.padEnd(videoUrlLengthMax / 2, 'ñ'))).toBeNull();
});

test('a typed address is normalised, and several are separated by line breaks and commas', () => {
  expect(normaliseVideoUrl('  Example.com/Ab ')).toBe('https://example.com/Ab');
  expect(normaliseVideoUrl('example.com:8443')).toBe('https://example.com:8443/');
  expect(normaliseVideoUrl('https://уoutube.com/')).toBe('https://xn--outube-vrf.com/');
  expect(splitVideoUrls(' a.es,\r\n b.es\n\n,c.es ')).toEqual(['a.es', 'b.es', 'c.es']);
});
