import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const Value = z.union([
  z.object({ stringValue: z.string() }).transform((value): string | number => value.stringValue),
  z.object({ intValue: z.coerce.number() }).transform((value): string | number => value.intValue),
]);
const Attributes = z.array(z.object({ key: z.string(), value: Value }));

const OtlpSpan = z.object({
  traceId: z.string().length(32),
  spanId: z.string().length(16),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: Attributes,
  status: z.object({ code: z.number().optional() }),
  links: z.array(z.object({ traceId: z.string() })).default([]),
});

const OtlpRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(OtlpSpan) })),
    }),
  ),
});

const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const errorStatus = 2;

/** A span as it arrived. */
export interface ReceivedSpan {
  service: string;
  name: string;
  kind: (typeof kinds)[number];
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parentSpanId: string;
  attributes: Record<string, string | number>;
  isError: boolean;
  /** The traces that led to it. */
  linkedTo: string[];
}

/** A collector of traces: a real OTLP/HTTP receiver on loopback that keeps what it gets. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  readonly authorizations = new Set<string>();
  /** With another status it takes nothing. */
  answersWith = 200;
  /** While set it answers nobody. */
  answersAfter: Promise<void> | undefined;
  #asked = 0;
  #refused = 0;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (req, res) => {
      const body = await json(req);
      this.#asked += 1;
      await this.answersAfter;
      if (this.answersWith === 200 && req.url === '/v1/traces') this.#keep(body);
      else this.#refused += 1;
      this.authorizations.add(req.headers.authorization ?? '');
      res.writeHead(this.answersWith, { 'content-type': 'application/json' }).end('{}');
    });
  }

  static async open(): Promise<Collector> {
    const collector = new Collector();
    await new Promise<void>((resolve) => collector.#server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** How many batches reached it. */
  get asked(): number {
    return this.#asked;
  }

  /** How many batches it did not take. */
  get refused(): number {
    return this.#refused;
  }

  /** The trace of the request with that id. */
  traceOf(requestId: string): ReceivedSpan[] {
    const first = this.spans.find(
      (span) => span.parentSpanId === '' && span.attributes['tribus.request_id'] === requestId,
    );
    return this.spans.filter(({ traceId }) => traceId === first?.traceId);
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #keep(body: unknown): void {
    for (const { resource, scopeSpans } of OtlpRequest.parse(body).resourceSpans) {
      const service = String(namedValues(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) this.spans.push(receivedSpan(service, span));
    }
  }
}

const namedValues = (attributes: z.output<typeof Attributes>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value]));

function receivedSpan(service: string, span: z.output<typeof OtlpSpan>): ReceivedSpan {
  const { name, traceId, spanId, parentSpanId = '', links } = span;
  return {
    service,
    name,
    kind: kinds[span.kind] ?? 'unspecified',
    traceId,
    spanId,
    parentSpanId,
    attributes: namedValues(span.attributes),
    isError: span.status.code === errorStatus,
    linkedTo: links.map((link) => link.traceId),
  };
}
