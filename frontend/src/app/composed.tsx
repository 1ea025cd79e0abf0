import { HomePage } from '../features/home/home-page.tsx';
import { HomininiFeed } from '../features/posts/hominini-feed.tsx';
import { TribeFeed } from '../features/posts/tribe-feed.tsx';
import { HomininiPage, TribePage } from '../features/tribes/tribe-page.tsx';

/* Screens that several features make together: features do not know each other, the app does. */

export const HomeScreen = () => <HomePage feed={<HomininiFeed />} />;

export const HomininiScreen = () => <HomininiPage feed={<HomininiFeed />} />;

export const TribeScreen = () => (
  <TribePage feed={(tribeId, level) => <TribeFeed tribeId={tribeId} level={level} />} progress={() => null} />
);
