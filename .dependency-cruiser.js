/** The import rules of the repository (CONTRIBUTING.md). */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const drivers =
  '^(pg|kysely|mongodb|ioredis|nats|@aws-sdk)(/|$)|node_modules/(pg|kysely|mongodb|ioredis|nats|@aws-sdk)/';
const shared = '(?:kit|community)';
const layered = `^services/(?!${shared}/)[^/]+/src/`;

/**
 * The folders of the kit from the lowest to the highest, each with the others that it may import; README.md of the kit
 * shows the same order. Tests and `testing` may import all.
 */
export const kitFolders = {
  core: [],
  trace: ['core'],
  outbound: ['core'],
  events: ['core'],
  http: ['core', 'trace'],
  grpc: ['core'],
  redis: ['core'],
  storage: ['core', 'outbound'],
  jobs: ['core'],
  postgres: ['core', 'events', 'jobs'],
  mongo: ['core', 'events'],
  service: ['core', 'trace', 'outbound', 'events', 'http', 'grpc', 'redis', 'storage', 'jobs', 'postgres', 'mongo'],
};
const kitOrder = Object.entries(kitFolders).map(([folder, lower]) =>
  forbid(
    `kit-order-of-${folder}`,
    lower.length === 0 ? `${folder} imports no other folder of the kit.` : `${folder} imports ${lower.join(', ')}.`,
    { path: `^services/kit/${folder}/`, pathNot: '\\.test\\.ts$' },
    { path: '^services/kit/', pathNot: `^services/kit/(${[folder, ...lower].join('|')})/` },
  ),
);

export default {
  forbidden: [
    forbid('no-cycles', 'A cycle has no reading order, not even one of types.', {}, { circular: true }),
    forbid(
      'services-stand-alone',
      'Services communicate by gRPC and events; none imports another.',
      { path: `^services/(?!${shared}/)([^/]+)/` },
      { path: `^(services/(?!${shared}/|$1/)|gateway/|deploy/|frontend/)` },
    ),
    forbid(
      'kit-knows-no-service',
      'The kit contains no domain code.',
      { path: '^services/kit/' },
      { path: '^(services/(?!kit/)|gateway/|deploy/|frontend/)' },
    ),
    forbid(
      'kit-knows-no-contract',
      'What all services know about others belongs to community.',
      { path: '^services/kit/', pathNot: '^services/kit/tests/|\\.test\\.ts$' },
      { path: '^proto/' },
    ),
    ...kitOrder,
    forbid(
      'community-knows-no-service',
      'Community uses the contracts of services, not their code.',
      { path: '^services/community/' },
      { path: `^(services/(?!${shared}/)|gateway/|deploy/|frontend/)` },
    ),
    forbid(
      'gateway-knows-no-service',
      'The gateway calls services over HTTP and shares only their contracts.',
      { path: '^gateway/' },
      { path: `^(services/(?!${shared}/)|deploy/|frontend/)` },
    ),
    forbid(
      'contracts-import-only-zod',
      'A contract contains schemas only.',
      { path: '^services/[^/]+/api(\\.ts$|/)' },
      {
        pathNot:
          '(^services/([^/]+/(limits|tags)|community/(ids|person)|kit/http/(schemas|text))\\.ts$|^services/[^/]+/api/|^proto/gen/[^/]+/v1/types\\.ts$|node_modules/zod/)',
      },
    ),
    forbid(
      'limits-import-nothing',
      'limits.ts is part of the web app; it may import the limits that services share.',
      { path: '^services/[^/]+/limits\\.ts$' },
      { pathNot: '^services/community/limits\\.ts$' },
    ),
    forbid(
      'only-stores-import-drivers',
      'SQL and Mongo queries live in store/; service.ts opens the pools.',
      { path: layered, pathNot: `${layered}(store/|service\\.ts$)|\\.test\\.ts$` },
      { path: drivers, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'nats-in-one-module',
      'nats is deprecated upstream; only bus.ts, its connection and its subscription import it.',
      { pathNot: '^services/kit/events/(bus|nats-connection|stream-subscription)\\.ts$|^deploy/' },
      { path: 'node_modules/nats/' },
    ),
    forbid(
      'job-library-in-one-module',
      'kit/jobs adds leases, cancellation and outage handling; services use kit/jobs.',
      { pathNot: '^services/kit/jobs/(library|worker)\\.ts$' },
      { path: 'node_modules/graphile-worker/' },
    ),
    forbid(
      'peers-are-declared',
      'A service declares its `peers`; addresses, the chart and network policies are derived from them.',
      { path: '^(services/(?!kit/)[^/]+|gateway)/(src/|[^/]+\\.ts$)', pathNot: '\\.test\\.ts$' },
      { path: '^services/kit/grpc/client\\.ts$|node_modules/@grpc/grpc-js/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'rules-do-not-know-routes',
      'routes, rpc, events, jobs → rules → store.',
      { path: `${layered}(?!routes|rpc|events|jobs|service|main|.*\\.test)` },
      { path: `${layered}(routes|rpc|events|jobs)` },
    ),
    forbid(
      'stores-know-no-rules',
      'A store reads and writes. It declares the types of its rows; rules import them.',
      { path: `${layered}store/` },
      { path: layered, pathNot: `${layered}(store/|errors\\.ts$)` },
    ),
    forbid(
      'frontend-takes-limits-only',
      'The browser gets no server code; the types of the API are generated (lib/api.gen.ts).',
      { path: '^frontend/src/' },
      { path: '^(services|gateway|deploy)/', pathNot: '^services/[^/]+/(limits|tags|video-links)\\.ts$' },
    ),
    forbid(
      'api-types-in-one-module',
      'lib/contract.ts names the generated types; other files import them from it.',
      { path: '^frontend/src/', pathNot: '^frontend/src/lib/contract\\.ts$' },
      { path: '^frontend/src/lib/api\\.gen\\.ts$' },
    ),
    forbid(
      'shared-knows-no-feature',
      'shared → features → app.',
      { path: '^frontend/src/(ui|lib)/' },
      { path: '^frontend/src/(features|app)/' },
    ),
    forbid(
      'features-do-not-know-app',
      'shared → features → app.',
      { path: '^frontend/src/features/' },
      { path: '^frontend/src/app/' },
    ),
    forbid(
      'features-stand-alone',
      'A feature imports no other.',
      { path: '^frontend/src/features/([^/]+)/' },
      { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|proto/gen/|\\.data/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
    combinedDependencies: true,
  },
};
