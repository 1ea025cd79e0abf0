import { SeededRandom } from './seeded-random.ts';

/** Targets of the requests. */
export interface Targets {
  token: string;
  /** Paths below `/api` with a JSON body. */
  jsonRoutes: readonly { method: string; path: string }[];
  /** Full paths with a form. */
  formPaths: readonly string[];
  /** Full paths that serve ranges of files. */
  filePaths: readonly string[];
  picture: Buffer;
}

export interface BrokenRequest {
  kind: 'multipart' | 'json' | 'header' | 'range' | 'http';
  bytes: Buffer;
}

const makers: Record<BrokenRequest['kind'], (random: SeededRandom, targets: Targets) => Buffer> = {
  multipart,
  json,
  header,
  range,
  http,
};

/** Yields `count` malformed requests, the same ones for the same seed; most are broken in one way, some in several. */
export function* brokenRequests(seed: number, count: number, targets: Targets): Generator<BrokenRequest> {
  const random = new SeededRandom(seed);
  const kinds = ['multipart', 'multipart', 'multipart', 'json', 'json', 'json', 'header', 'range', 'http'] as const;
  for (let made = 0; made < count; made += 1) {
    const kind = random.one(kinds);
    yield { kind, bytes: makers[kind](random, targets) };
  }
}

interface Head {
  method: string;
  path: string;
  headers: [string, string][];
}

function request({ method, path, headers }: Head, body: Buffer = Buffer.alloc(0)): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

const usual = (random: SeededRandom, { token }: Targets): [string, string][] => [
  ['host', 'tribus.test'],
  ['connection', 'close'],
  ...(random.number(10) > 0 ? [['authorization', `Bearer ${token}`] as [string, string]] : []),
];

/** The content length is mostly correct, so that the fault is inside the body. */
const lengthOf = (random: SeededRandom, body: Buffer): [string, string] => {
  const length =
    random.number(12) > 0 ? body.length : random.one([0, body.length + 10, Math.max(0, body.length - 10), 70_000]);
  return ['content-length', String(length)];
};

/** Removes, inserts, changes, doubles or cuts off bytes. */
function damage(random: SeededRandom, whole: Buffer): Buffer {
  let bytes = whole;
  for (let left = random.one([1, 1, 1, 2, 5]); left > 0; left -= 1) {
    const at = random.number(bytes.length + 1);
    const to = Math.min(bytes.length, at + random.number(40));
    const [before, middle, after] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
    bytes = Buffer.concat(
      random.one([
        [before, after],
        [before, random.bytes(20), middle, after],
        [before, random.bytes(to - at + 1), after],
        [before, middle, middle, after],
        [
          before,
          Buffer.from(random.one(['\r\n', '\r', '\n', '\0', '"', ':', '--', '\\', '{', ']', ';', '%'])),
          middle,
          after,
        ],
        [before],
      ]),
    );
  }
  return bytes;
}

const partHeaders = [
  'no colon',
  ': no name',
  'content-disposition',
  'content-disposition: form-data',
  'content-disposition: form-data; name',
  'content-disposition: form-data; name="',
  'content-disposition: form-data; name="images"; filename="a\\"',
  "content-disposition: form-data; name=images; filename*=utf-8''%ff%00",
  "content-disposition: form-data; name=images; filename*=nothing'x'%e2%82",
  'content-disposition: attachment; name="content"',
  'content-disposition: form-data; name="__proto__"',
  'content-disposition: form-data; name="constructor"; filename="../../x"',
  'content-type: text/plain; charset=utf-16',
  'content-type: ;;;',
  'content-transfer-encoding: base64',
  `x-long: ${'y'.repeat(20_000)}`,
  ' folded: line',
  'x\u0001y: z',
];

function form(random: SeededRandom, picture: Buffer): Buffer {
  const boundary = '--limit';
  const parts: Buffer[] = [];
  for (let left = random.number(6) + 1; left > 0; left -= 1) {
    const isFile = random.number(3) === 0;
    const headers = [
      isFile
        ? 'content-disposition: form-data; name="images"; filename="a.png"\r\ncontent-type: image/png'
        : `content-disposition: form-data; name="${random.one(['content', 'tags', 'kind', 'minLevelOrder', 'coverIndex'])}"`,
      ...(random.number(2) === 0 ? [random.one(partHeaders)] : []),
    ];
    if (random.number(4) === 0) headers.reverse();
    const content = isFile ? picture : random.one([Buffer.from('Hola'), random.bytes(60), Buffer.from('1')]);
    parts.push(Buffer.from(`${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`, 'latin1'), content, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from(`${boundary}--\r\n`)]);
}

function multipart(random: SeededRandom, targets: Targets): Buffer {
  const type = random.one([
    ...Array<string>(8).fill('multipart/form-data; boundary=limit'),
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="limit',
    `multipart/form-data; boundary=${'b'.repeat(5_000)}`,
    'multipart/mixed; boundary=limit',
  ]);
  const body = damage(random, form(random, targets.picture));
  const headers: [string, string][] = [...usual(random, targets), ['content-type', type], lengthOf(random, body)];
  return request({ method: 'POST', path: random.one(targets.formPaths), headers }, body);
}

function value(random: SeededRandom, depth = 0): unknown {
  if (depth < 4 && random.number(3) === 0) {
    const values = Array.from({ length: random.number(4) }, () => value(random, depth + 1));
    const names = ['content', 'name', 'email', 'password', 'type', 'emoji', '__proto__', 'constructor', 'tribeId', ''];
    return random.number(2) === 0 ? values : Object.fromEntries(values.map((each) => [random.one(names), each]));
  }
  return random.one([null, true, -1, 1e308, 38, '', 'Hola', '\u202e', '\ud800', '\u0000', '9'.repeat(400), { $ne: 1 }]);
}

const strangeJson = [
  '['.repeat(60_000),
  '{"a":'.repeat(10_000),
  `[${'0,'.repeat(30_000)}0]`,
  `{"n":${'9'.repeat(60_000)}}`,
  '{"content":"\\ud800"}',
  '{"content":"\\u0000"}',
  '{"__proto__":{"x":1},"constructor":{"prototype":{}}}',
  '\ufeff{}',
  '{}{}',
  'NaN',
  '',
];

function json(random: SeededRandom, targets: Targets): Buffer {
  const { method, path } = random.one(targets.jsonRoutes);
  const written = Buffer.from(JSON.stringify({ content: value(random), name: value(random), email: value(random) }));
  const body = random.one([
    () => written,
    () => damage(random, written),
    () => damage(random, written),
    () => Buffer.from(random.one(strangeJson)),
    () => random.bytes(300),
  ])();
  const headers: [string, string][] = [
    ...usual(random, targets),
    [
      'content-type',
      random.one(['application/json', 'application/json', 'application/json; charset=utf-7', 'a/b', ';']),
    ],
    lengthOf(random, body),
  ];
  if (random.number(6) === 0)
    headers.push(['content-encoding', random.one(['gzip', 'br', 'deflate', 'zstd', 'identity', ','])]);
  return request({ method, path: `/api${path}`, headers }, body);
}

const headerNames = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'last-event-id',
  'te',
  'traceparent',
  'transfer-encoding',
  'upgrade',
  'connection',
  'x-forwarded-for',
  'x-request-id',
  'x-tribus-internal',
];
const headerValues = [
  '',
  ' ',
  ';q=',
  '*;q=9e999',
  'Bearer',
  'Bearer a.b.c',
  'chunked, gzip',
  'chunked',
  '-1',
  '1e3',
  '00000000000000000000',
  'upgrade',
  'websocket',
  '100-continue',
  '::1, 999.999.999.999, <script>',
  '"unclosed',
  'W/"',
  '%00%ff',
  'é\u0080\u00ff',
  'x'.repeat(9_000),
  'es-'.repeat(1_000),
  '00-00000000000000000000000000000000-0000000000000000-00',
];

function header(random: SeededRandom, targets: Targets): Buffer {
  const headers = usual(random, targets);
  for (let left = random.one([1, 1, 2, 4]); left > 0; left -= 1)
    headers.splice(random.number(headers.length + 1), 0, [random.one(headerNames), random.one(headerValues)]);
  const path = random.one(['/api/auth/me', '/api/tribes', '/api/public/hominini/posts', '/', ...targets.filePaths]);
  return request({ method: random.one(['GET', 'GET', 'HEAD', 'POST', 'DELETE']), path, headers });
}

function range(random: SeededRandom, targets: Targets): Buffer {
  const number = () => random.one(['', '0', '1', '-1', '99', '999999999', '9'.repeat(30), 'x', '1e2', ' ', '\u00e9']);
  const one = () => `${number()}-${number()}`;
  const wanted = random.one([
    () => one(),
    () => `${one()},${one()}`,
    () => Array.from({ length: 500 }, one).join(','),
  ])();
  const headers: [string, string][] = [
    ...usual(random, targets),
    ['range', `${random.one(['bytes=', 'bytes=', 'bytes = ', 'items=', '', 'bytes'])}${wanted}`],
  ];
  if (random.number(4) === 0) headers.push(['if-range', random.one(headerValues)]);
  return request({ method: random.one(['GET', 'HEAD']), path: random.one(targets.filePaths), headers });
}

const strangeHttp = [
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET /api/tribes HTTP/1.1\r\n\r\n',
  'GET /api/tribes HTTP/1.0\r\n\r\n',
  'GET  /api/tribes  HTTP/1.1\r\nhost: x\r\n\r\n',
  'CONNECT /api/tribes HTTP/1.1\r\nhost: x\r\n\r\n',
  'CONNECT tribus.test:443 HTTP/1.1\r\nhost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n',
  'TRACE / HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET http://[::1/api/tribes HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /api/%ff%00/%2e%2e HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /api/tribes?%=%ff&q[a][b]=1&q=\x80 HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /api/stream HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  `GET / HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(3_000)}\r\n`,
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  'POST /api/tribes HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  'POST /api/tribes HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{}',
  'POST /api/tribes HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 2\r\n\r\n0\r\n\r\n',
  'POST /api/tribes HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
  'POST /api/tribes HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n{}GET / HTTP/1.1\r\n\r\n',
];

function http(random: SeededRandom): Buffer {
  const whole = Buffer.from(random.one(strangeHttp), 'latin1');
  return random.number(2) === 0 ? whole : damage(random, whole);
}
