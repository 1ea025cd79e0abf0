import type { Schema } from './contract.ts';

/** Returns a slide of the landing page in the form that src/ui shows. */
export const slideOf = ({ id, type, title, description, gradient, mediaUrl, media }: Schema<'LandingItem'>) => ({
  id,
  title,
  text: description,
  gradient,
  picture: type === 'image' && media ? { src: mediaUrl, srcSet: media.srcSet } : undefined,
  video: type === 'video' && mediaUrl ? mediaUrl : undefined,
});
