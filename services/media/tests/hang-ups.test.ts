import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { StubBucket } from '@tribus/kit/testing/bucket.ts';
import { until } from '@tribus/kit/testing/until.ts';
import type { StoredObject } from '@tribus/proto/media/v1/service.ts';
import { type Bench, openBench } from './bench.ts';
import { halves } from './pictures.ts';

/** The maximum number of connections of the bucket's client. */
const connections = 50;

let bucket: StubBucket;
let bench: Bench;
let picture: StoredObject;
beforeAll(async () => {
  bucket = await StubBucket.open();
  const { endpoint, region, bucket: name, accessKeyId, secretAccessKey } = bucket.options;
  bench = await openBench({
    BLOBS_DIR: undefined,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: name,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
  picture = await bench.upload(await halves().jpeg().toBuffer());
});
afterAll(async () => {
  await bench.close();
  await bucket.close();
});

/** The number of finished requests, with a response or without. */
const requestsOver = () => bench.service.logged.filter((line) => JSON.parse(line).msg === 'request').length;

test.each<[string, { range?: string }]>([
  ['a picture', {}],
  ['a part of one', { range: 'bytes=0-9' }],
])(
  'a client that requests %s and disconnects while the store responds leaves no open connection to the store',
  async (_, headers) => {
    let requestCount = 0;
    let answer: () => void = () => undefined;
    const paused = new Promise<void>((resolve) => {
      answer = resolve;
    });
    bucket.beforeGet = () => {
      requestCount += 1;
      return paused;
    };
    const before = requestsOver();
    const leaving = new AbortController();
    const address = bench.urls.publicUrl(picture.key);
    const left = Array.from({ length: connections }, () =>
      expect(bench.fetch(address, { headers, signal: leaving.signal })).rejects.toThrow(),
    );
    await until(() => requestCount === connections, 'all connections to the store are in use');
    leaving.abort();
    await Promise.all(left);
    await until(() => requestsOver() === before + connections, 'media has ended the aborted requests');
    bucket.beforeGet = async () => undefined;
    answer();

    const responses = await Promise.all(
      Array.from({ length: 2 * connections }, () => bench.fetch(address, { headers })),
    );
    const sizes = await Promise.all(responses.map(async (each) => (await each.arrayBuffer()).byteLength));
    expect(sizes).toEqual(Array(2 * connections).fill(headers.range ? 10 : picture.sizeBytes));
  },
);
