import { Readable } from 'node:stream';
import { afterEach, expect, test } from '@jest/globals';
import { connect } from '@tribus/kit/grpc/client.ts';
import { stubPeer, testContext } from '@tribus/kit/testing/service.ts';
import { MediaServiceService, StoredObject, type UploadMeta } from '@tribus/proto/media/v1/service.ts';
import { uploadRequest } from './media-uploads.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test('a file streams to the peer whole and in order', async () => {
  const received: Buffer[] = [];
  const unused = async () => ({ objects: [], missingKeys: [] });
  const peer = await stubPeer('media', MediaServiceService, {
    upload: async (messages) => {
      for await (const { part } of messages) if (part?.$case === 'chunk') received.push(part.value);
      return { object: StoredObject.fromPartial({ key: 'k' }) };
    },
    keepObjects: unused,
    deleteObjects: unused,
    setObjectVisibility: unused,
    setCollectionVisibility: unused,
    getObjects: unused,
  });
  const ctx = testContext('uploader');
  closing.push(
    () => peer.stop(),
    () => ctx.close(),
  );
  const media = connect(ctx, MediaServiceService, 'media', peer.address);
  const bytes = Buffer.alloc(3_000_000, 'abcdefg');
  const meta: UploadMeta = {
    purpose: 'post',
    ownerId: 'u',
    visibility: 'public',
    collection: '',
    maxBytes: 0,
    originalName: 'a.png',
  };
  await media.upload(uploadRequest(meta, Readable.from([bytes])));
  expect(Buffer.concat(received).equals(bytes)).toBe(true);
});
