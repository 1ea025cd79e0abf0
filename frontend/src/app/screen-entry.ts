import type { Access } from './access.ts';
import type { ScreenEntry } from './routes.tsx';
import type { Frame } from './shell/frame.ts';

/** Returns an entry for the tables of screens. */
export const screen = (path: string, access: Access, load: ScreenEntry['load'], frame: Frame = 'app'): ScreenEntry => ({
  path,
  access,
  load,
  frame,
});
