/**
 * The layout around a screen. app: bars or rail; tribe: the same, and on a phone no reminder, which would push the
 * first post down; full-height: as app, and the screen is exactly as high as the rest of the window (conversations);
 * bare: brand, language and theme only (sign-in); immersive: the rail on a desktop, and the whole window of a phone for
 * the screen (vibes).
 */
export type Frame = 'app' | 'tribe' | 'full-height' | 'bare' | 'immersive';
