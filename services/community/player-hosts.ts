/**
 * The hosts of the players that posts embed. The content security policy allows frames of exactly these, and content
 * builds the addresses of players with them (docs/decisions/0042).
 */
export const playerHosts = {
  youtube: 'www.youtube-nocookie.com',
  vimeo: 'player.vimeo.com',
  tiktok: 'www.tiktok.com',
  instagram: 'www.instagram.com',
  twitch: 'player.twitch.tv',
  twitchClips: 'clips.twitch.tv',
  dailymotion: 'geo.dailymotion.com',
} as const;
