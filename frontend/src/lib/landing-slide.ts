import type { Schema } from './contract.ts';

/** A slide of the landing page as the parts of src/ui show it. */
export const slideOf = ({ id, type, title, description, gradient, mediaUrl, media }: Schema<'LandingItem'>) => ({
  id,
  title,
  text: description,
  gradient,
  picture: type === 'image' && media ? { src: mediaUrl, srcSet: media.srcSet } : undefined,
  video: type === 'video' && mediaUrl ? mediaUrl : undefined,
});
