import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { Collector, type ReceivedSpan } from '@tribus/kit/testing/collector.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type Person, postForm } from './people.ts';
import { png } from './pictures.ts';
import { slowUploadStory } from './slow-uploads.ts';
import { testWithOwnSystem as test } from './targets.ts';
import { passingTimeLimits, startTestSystem, type TestSystem } from './test-system.ts';

const outsider = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };

/** One request is one trace, across processes and late events. */
describe.each(['one', 'many'] as const)('with topology %s', (topology) => {
  let collector: Collector;
  let system: TestSystem;
  let ana: Person;
  let tribe: { id: number };

  beforeAll(async () => {
    collector = await Collector.open();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...(topology === 'many' && passingTimeLimits) };
    system = await startTestSystem({ topology, env });
    const [author, beto] = await Promise.all([system.newcomer('ana'), system.newcomer('beto')]);
    ana = author;
    tribe = await ana.createTribe(`Rastreados ${ana.id}`);
    await beto.join(tribe.id);
    await beto.post(`/auth/users/${ana.id}/follow`);
    await system.settled();
  });
  afterAll(async () => {
    await system.close();
    await collector.close();
  });

  /** Returns the trace of a request, once the spans of these services have arrived. */
  async function traceOf(
    requestId: string,
    { servers, consumers }: { servers: readonly string[]; consumers: readonly string[] },
  ): Promise<ReceivedSpan[]> {
    const has = (kind: string, services: readonly string[]) => {
      const found = servicesOf(collector.traceOf(requestId), kind);
      return services.every((service) => found.includes(service));
    };
    await until(() => has('consumer', consumers), `all of ${consumers} dealt with it`);
    await until(() => has('server', servers), `all of ${servers} answered`);
    return completeTrace(requestId);
  }

  /** Returns the trace once no span's parent is missing: each process sends its spans separately. */
  async function completeTrace(requestId: string): Promise<ReceivedSpan[]> {
    const spans = () => collector.traceOf(requestId);
    await until(() => spans().length >= 3 && orphansOf(spans()).length === 0, `all of ${requestId} has arrived`);
    return spans();
  }

  function orphansOf(spans: readonly ReceivedSpan[]): ReceivedSpan[] {
    const ids = new Set(spans.map(({ spanId }) => spanId));
    return spans.filter(({ parentSpanId }) => parentSpanId !== '' && !ids.has(parentSpanId));
  }

  const servicesOf = (spans: readonly ReceivedSpan[], kind: string) => [
    ...new Set(spans.filter((span) => span.kind === kind).map(({ service }) => service)),
  ];

  function expectOneTree(spans: readonly ReceivedSpan[]): void {
    expect(spans.filter(({ parentSpanId }) => parentSpanId === '').map(({ service }) => service)).toEqual(['gateway']);
    expect(orphansOf(spans)).toEqual([]);
  }

  test('a post is one trace from the gateway through the services to the event handlers', async () => {
    const headers = { 'x-request-id': `post-${topology}-of-ana` };
    const form = postForm({ content: 'Una foto', pictures: [await png(60, 40)] });
    const { status, body } = await ana.call('POST', `/tribes/${tribe.id}/posts`, form, headers);
    expect(status).toBe(201);
    const spans = await traceOf(headers['x-request-id'], {
      servers: ['gateway', 'content', 'tribes', 'media'],
      consumers: ['gamification', 'messaging'],
    });
    expectOneTree(spans);
    expect(servicesOf(spans, 'producer')).toContain('content');
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'POST /api/tribes/:id/posts',
        'POST /api/tribes/:tribeId/posts',
        'send content.v1.PostPublished',
        'process content.v1.PostPublished',
      ]),
    );

    const deletion = { 'x-request-id': `deletion-${topology}-of-ana` };
    await ana.delete(`/tribes/${tribe.id}/posts/${body.id}`, deletion);
    const deletionTrace = await traceOf(deletion['x-request-id'], {
      servers: ['gateway', 'content'],
      consumers: ['vibes-realtime', 'messaging'],
    });
    expectOneTree(deletionTrace);
    expect(deletionTrace.some(({ traceId }) => traceId === spans[0]?.traceId)).toBe(false);
  });

  // Each service samples independently of others in its process.
  if (topology === 'one') return;

  test('trace headers of an external client are ignored', async () => {
    const headers = { ...outsider, 'x-request-id': `stranger-${topology}` };
    await system.visitor.get('/tribes', headers);
    const spans = await completeTrace(headers['x-request-id']);
    expectOneTree(spans);
    expect(outsider.traceparent).not.toContain(spans[0]?.traceId);
  });

  test('a failure is marked in its span, and no span contains a secret', async () => {
    const headers = { 'x-request-id': `secret-${topology}-1` };
    await system.visitor.get('/proxy-media?key=nobody&sig=hunter2&exp=1', headers);
    await system.visitor.get('/stream?ticket=hunter2&token=hunter2');
    await system.visitor.post('/auth/login', { email: 'ana@tribus.test', password: 'hunter2' });
    await until(() => collector.traceOf(headers['x-request-id']).length >= 3, 'the trace has arrived');
    const last = { 'x-request-id': `secret-${topology}-2` };
    await system.visitor.get('/tribes', last);
    await until(() => collector.traceOf(last['x-request-id']).length >= 3, 'what came before has arrived, too');
    expect(JSON.stringify(collector.spans)).not.toContain('hunter2');
    expect(JSON.stringify(collector.spans)).not.toContain('@tribus.test');
  });

  // Unrelated to traces: it needs a process for each service, whose start takes longer than the story.
  slowUploadStory(() => system);
});
