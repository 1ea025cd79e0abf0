const narrow = 3 / 4;
const tall = 9 / 16;
const wide = 4 / 3;

/** The frame of a post's picture by the ratio of its sides (part 2, section 9, Media frame). */
export function frameOf(width: number, height: number): number {
  const ratio = height > 0 ? width / height : 1;
  if (ratio > 1.3) return wide;
  return ratio > 0.8 ? narrow : tall;
}
