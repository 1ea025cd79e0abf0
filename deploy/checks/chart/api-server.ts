import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The part of a cluster's API that helm queries for existing objects. */
export interface ApiServer {
  url: string;
  stop(): Promise<void>;
}

/** The kinds the chart creates: helm checks that the cluster has them. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  v1: ['ConfigMap', 'Secret', 'Service', 'ServiceAccount'],
  'apps/v1': ['Deployment'],
  'autoscaling/v2': ['HorizontalPodAutoscaler'],
  'networking.k8s.io/v1': ['NetworkPolicy'],
  'policy/v1': ['PodDisruptionBudget'],
};

const resourcesOf = (groupVersion: string) => ({
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion,
  resources: (kinds[groupVersion] ?? []).map((kind) => ({
    name: `${kind.toLowerCase().replace(/y$/, 'ie')}s`,
    singularName: kind.toLowerCase(),
    namespaced: true,
    kind,
    verbs: ['get'],
  })),
});

const groups = Object.keys(kinds)
  .filter((groupVersion) => groupVersion.includes('/'))
  .map((groupVersion) => {
    const [name, version] = groupVersion.split('/');
    return { name, versions: [{ groupVersion, version }], preferredVersion: { groupVersion, version } };
  });

const discovery: Readonly<Record<string, unknown>> = {
  '/version': { major: '1', minor: '34', gitVersion: 'v1.34.0' },
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/api/v1': resourcesOf('v1'),
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups },
  ...Object.fromEntries(
    groups.flatMap(({ versions }) =>
      versions.map(({ groupVersion }) => [`/apis/${groupVersion}`, resourcesOf(groupVersion)]),
    ),
  ),
};

/** Helm ignores objects it did not create. */
const ours = {
  labels: { 'app.kubernetes.io/managed-by': 'Helm' },
  annotations: { 'meta.helm.sh/release-name': 'tribus', 'meta.helm.sh/release-namespace': 'tribus' },
};

/** Opens a cluster whose namespace `tribus` contains these deployments, each with the given number of pods. */
export async function openApiServer(existing: Readonly<Record<string, number>>): Promise<ApiServer> {
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://localhost');
    const name = /^\/apis\/apps\/v1\/namespaces\/tribus\/deployments\/([^/]+)$/.exec(pathname)?.[1] ?? '';
    const found =
      name in existing
        ? { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, ...ours }, spec: { replicas: existing[name] } }
        : discovery[pathname];
    const missing = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 };
    res.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found ?? missing));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
