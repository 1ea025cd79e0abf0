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

/** A received span. */
export interface ReceivedSpan {
  service: string;
  name: string;
  kind: (typeof kinds)[number];
  traceId: string;
  spanId: string;
  /** Empty for the root span. */
  parentSpanId: string;
  attributes: Record<string, string | number>;
  isError: boolean;
  /** Ids of linked traces. */
  linkedTo: string[];
}

/** A trace collector: a real OTLP/HTTP receiver on loopback that stores the spans. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  readonly authorizations = new Set<string>();
  /** With any other status, batches are refused. */
  responseStatus = 200;
  /** Awaited before every response. */
  responseDelay: Promise<void> | undefined;
  #received = 0;
  #refused = 0;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (req, res) => {
      const body = await json(req);
      this.#received += 1;
      await this.responseDelay;
      if (this.responseStatus === 200 && req.url === '/v1/traces') this.#store(body);
      else this.#refused += 1;
      this.authorizations.add(req.headers.authorization ?? '');
      res.writeHead(this.responseStatus, { 'content-type': 'application/json' }).end('{}');
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

  /** Number of batches received. */
  get batchesReceived(): number {
    return this.#received;
  }

  /** Number of batches refused. */
  get batchesRefused(): number {
    return this.#refused;
  }

  /** Returns the trace of the request with that id. */
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

  #store(body: unknown): void {
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
