import sharp from 'sharp';

export const png = (width = 640, height = 480, background = '#c2410c'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

export const jpeg = (width = 640, height = 480, background = '#0e7490'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
