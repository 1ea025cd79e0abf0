import { randomBytes } from 'node:crypto';

/** Half a second of a test picture of 32 × 18 pixels as H.264, without sound. */
const clip = Buffer.from(
  [
    'AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDEAAAL1bW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAAAfQAAQAAAQAAAAAAAAAAAAAA',
    'AAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAkR0cmFrAAAAXHRraGQAAAAD',
    'AAAAAAAAAAAAAAABAAAAAAAAAfQAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAACAAAAASAAAAAAAk',
    'ZWR0cwAAABxlbHN0AAAAAAAAAAEAAAH0AAAAAAABAAAAAAG8bWRpYQAAACBtZGhkAAAAAAAAAAAAAAAAAABAAAAAIABVxAAAAAAALWhkbHIAAAAA',
    'AAAAAHZpZGUAAAAAAAAAAAAAAABWaWRlb0hhbmRsZXIAAAABZ21pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAA',
    'AQAAAAx1cmwgAAAAAQAAASdzdGJsAAAAp3N0c2QAAAAAAAAAAQAAAJdhdmMxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAACAAEgBIAAAASAAAAAAA',
    'AAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAAMWF2Y0MBZAAK/+EAGWdkAAqs2Ul+IwEQAAADABAAAAMAgPEiWWABAAVo',
    '74OcsAAAABBwYXNwAAAAAQAAAAEAAAAYc3R0cwAAAAAAAAABAAAAAgAAEAAAAAAUc3RzcwAAAAAAAAABAAAAAQAAABxzdHNjAAAAAAAAAAEAAAAB',
    'AAAAAgAAAAEAAAAcc3RzegAAAAAAAAAAAAAAAgAAA1UAAAAOAAAAFHN0Y28AAAAAAAAAAQAAAyUAAAA9dWR0YQAAADVtZXRhAAAAAAAAACFoZGxy',
    'AAAAAAAAAABtZGlyYXBwbAAAAAAAAAAAAAAAAAhpbHN0AAAACGZyZWUAAANrbWRhdAAAAqwGBf//qNxF6b3m2Ui3lizYINkj7u94MjY0IC0gY29y',
    'ZSAxNTcgcjI5MzUgNTQ1ZGUyZiAtIEguMjY0L01QRUctNCBBVkMgY29kZWMgLSBDb3B5bGVmdCAyMDAzLTIwMTggLSBodHRwOi8vd3d3LnZpZGVv',
    'bGFuLm9yZy94MjY0Lmh0bWwgLSBvcHRpb25zOiBjYWJhYz0xIHJlZj0xIGRlYmxvY2s9MTowOjAgYW5hbHlzZT0weDM6MHgxMTMgbWU9aGV4IHN1',
    'Ym1lPTIgcHN5PTEgcHN5X3JkPTEuMDA6MC4wMCBtaXhlZF9yZWY9MCBtZV9yYW5nZT0xNiBjaHJvbWFfbWU9MSB0cmVsbGlzPTAgOHg4ZGN0PTEg',
    'Y3FtPTAgZGVhZHpvbmU9MjEsMTEgZmFzdF9wc2tpcD0xIGNocm9tYV9xcF9vZmZzZXQ9MCB0aHJlYWRzPTEgbG9va2FoZWFkX3RocmVhZHM9MSBz',
    'bGljZWRfdGhyZWFkcz0wIG5yPTAgZGVjaW1hdGU9MSBpbnRlcmxhY2VkPTAgYmx1cmF5X2NvbXBhdD0wIGNvbnN0cmFpbmVkX2ludHJhPTAgYmZy',
    'YW1lcz0zIGJfcHlyYW1pZD0yIGJfYWRhcHQ9MSBiX2JpYXM9MCBkaXJlY3Q9MSB3ZWlnaHRiPTEgb3Blbl9nb3A9MCB3ZWlnaHRwPTEga2V5aW50',
    'PTI1MCBrZXlpbnRfbWluPTQgc2NlbmVjdXQ9NDAgaW50cmFfcmVmcmVzaD0wIHJjX2xvb2thaGVhZD0xMCByYz1jcmYgbWJ0cmVlPTEgY3JmPTQw',
    'LjAgcWNvbXA9MC42MCBxcG1pbj0wIHFwbWF4PTY5IHFwc3RlcD00IGlwX3JhdGlvPTEuNDAgYXE9MToxLjAwAIAAAAChZYiEAN/WYa1E2Tkd/pKY',
    '8GB7Yx4ngtvjKKQrOTuxJsM92+TgR7jKGcn+dWabZihG1XalpqGEDp//9Fax4biPUjvlUdoPJuBwauPfAq6l9LWLjsyUtg8bE24ksZBrZ9eE/dX4',
    'cBr1lrV33JtI7TxaymJU+OTl+Mua6M1pBVqoEvK1XARXNFSybiIeTreMNaw/V1IL/Qy8a9sqksZ6LkqIwYEAAAAKQZohGIr/2ESi6A==',
  ].join(''),
  'base64',
);

/** Begins a unit of filler in H.264, which decoders skip. */
const fillerType = 12;

/** A playable video of this size: random bytes follow the clip within its last frame, as filler that players skip. */
export function mp4OfSize(bytes: number): Buffer {
  const filler = Buffer.alloc(bytes - clip.length);
  filler.writeUInt32BE(filler.length - 4, 0);
  // Without zeros, which would begin another unit.
  for (const [index, byte] of randomBytes(filler.length - 4).entries()) filler[index + 4] = byte || 1;
  filler[4] = fillerType;
  const video = Buffer.concat([clip, filler]);
  // The size of the second of two frames, and that of the box of all frames.
  for (const at of [video.indexOf('stsz') + 20, video.indexOf('mdat') - 4])
    video.writeUInt32BE(video.readUInt32BE(at) + filler.length, at);
  return video;
}

/** The bytes of the frames of an mp4 file, which stay the same when its metadata are removed. */
export function framesOf(video: Buffer): Buffer {
  const start = video.indexOf('mdat') - 4;
  return video.subarray(start + 8, start + video.readUInt32BE(start));
}
