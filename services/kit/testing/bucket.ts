import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Options } from '../storage/blob-store.ts';
import { signatureError } from './bucket-signature.ts';

/** A bucket for one test suite. */
export interface TestBucket {
  options: S3Options;
  close(): Promise<void>;
}

/** Creates a bucket on the server of TEST_S3_ENDPOINT, which is discarded with the server; without one, on a stub. */
export async function openTestBucket(): Promise<TestBucket> {
  const server = s3Server();
  if (!server) return StubBucket.open();
  const options = { ...server, bucket: `test-${randomBytes(6).toString('hex')}` };
  const { endpoint, region, accessKeyId, secretAccessKey } = options;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  });
  await client.send(new CreateBucketCommand({ Bucket: options.bucket }));
  client.destroy();
  return { options, close: () => Promise.resolve() };
}

/** Returns the S3 server shared by all tests, if configured. */
export function s3Server(env = process.env): Omit<S3Options, 'bucket'> | undefined {
  const {
    TEST_S3_ENDPOINT: endpoint,
    TEST_S3_ACCESS_KEY_ID: accessKeyId,
    TEST_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = env;
  if (!endpoint) return undefined;
  if (!accessKeyId || !secretAccessKey) throw new Error('TEST_S3_ENDPOINT is set, but its keys are not');
  return { endpoint, region: 'us-east-1', accessKeyId, secretAccessKey };
}

interface StoredObject {
  bytes: Buffer;
  contentType: string;
  at: Date;
}

/** A server that implements the S3 operations used by the kit and checks signatures. */
export class StubBucket implements TestBucket {
  /** Returns 500 for every request while set. */
  failing = false;
  /** Rejects writes while set. */
  readOnly = false;
  /** Awaited before each request is handled. */
  beforeAll: (url: string) => Promise<void> = async () => undefined;
  /** Awaited before an object is stored. */
  beforePut: (key: string) => Promise<void> = async () => undefined;
  /** Awaited before an object or a range of it is sent. */
  beforeGet: (key: string) => Promise<void> = async () => undefined;
  readonly options: S3Options;
  readonly #server: Server;
  readonly #objects = new Map<string, StoredObject>();

  constructor(server: Server) {
    const { port } = server.address() as AddressInfo;
    this.#server = server;
    this.options = {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'tribus',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    };
    server.on('request', (req, res) => void this.#handle(req, res));
  }

  static open(): Promise<StubBucket> {
    const server = createServer();
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(new StubBucket(server))));
  }

  /** Returns the keys of all objects. */
  keys(): string[] {
    return [...this.#objects.keys()];
  }

  /** Replaces the access key. */
  changeKey(accessKeyId: string, secretAccessKey: string): void {
    Object.assign(this.options, { accessKeyId, secretAccessKey });
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', this.options.endpoint);
    const [, bucket, key = ''] = /^\/([^/]*)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    const body = await buffer(req).catch(() => undefined);
    if (!body) return;
    await this.beforeAll(req.url ?? '');
    if (this.failing) return void res.writeHead(500).end();
    const errorCode = signatureError(req, this.options);
    if (errorCode) return refuse(res, 403, errorCode);
    if (bucket !== this.options.bucket) return refuse(res, 404, 'NoSuchBucket');
    if (req.method === 'PUT' && this.readOnly) return refuse(res, 403, 'AccessDenied');
    if (req.method === 'PUT') return this.#put(key, body, req, res);
    if (req.method === 'POST') return this.#delete(body, res);
    if (key === '') return this.#list(url.searchParams.get('prefix') ?? '', res);
    if (req.method === 'GET') await this.beforeGet(key);
    return this.#read(key, req, res);
  }

  async #put(key: string, bytes: Buffer, req: IncomingMessage, res: ServerResponse): Promise<void> {
    await this.beforePut(key);
    this.#objects.set(key, { bytes, contentType: req.headers['content-type'] ?? '', at: new Date() });
    res.writeHead(200).end();
  }

  #delete(body: Buffer, res: ServerResponse): void {
    for (const [, key = ''] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) this.#objects.delete(key);
    res.writeHead(200, { 'content-type': 'application/xml' }).end('<DeleteResult></DeleteResult>');
  }

  #list(prefix: string, res: ServerResponse): void {
    const contents = [...this.#objects]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, { bytes, at }]) => {
        const metadata = `<Size>${bytes.length}</Size><LastModified>${at.toISOString()}</LastModified>`;
        return `<Contents><Key>${key}</Key>${metadata}</Contents>`;
      });
    res
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`);
  }

  #read(key: string, req: IncomingMessage, res: ServerResponse): void {
    const found = this.#objects.get(key);
    if (!found) return void res.writeHead(404).end();
    const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '') ?? [];
    const first = Number(start ?? 0);
    const last = end ? Number(end) : found.bytes.length - 1;
    const part = found.bytes.subarray(first, last + 1);
    res.writeHead(start === undefined ? 200 : 206, {
      'content-type': found.contentType,
      'content-length': part.length,
      etag: `"${createHash('md5').update(found.bytes).digest('hex')}"`,
      'last-modified': found.at.toUTCString(),
      ...(start !== undefined && { 'content-range': `bytes ${first}-${last}/${found.bytes.length}` }),
    });
    res.end(req.method === 'HEAD' ? undefined : part);
  }
}

function refuse(res: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  res.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}
