import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { toVariableName } from '@tribus/kit/core/settings.ts';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { parse } from 'yaml';
import { processes } from '../../one/services.ts';
import { definitions } from '../definitions.ts';
import { allOf, find, type Manifest, render, root } from './charts.ts';
import { mainContainer } from './pods.ts';

/** The files between the sources and a local cluster: the stores' chart, kind's values, skaffold. */
const read = (file: string) => parse(readFileSync(join(root, file), 'utf8'), { merge: true });
let infra: readonly Manifest[];
let kind: readonly Manifest[];

beforeAll(async () => {
  [infra, kind] = await Promise.all([render('infra'), render('tribus', { values: ['helm/tribus/values-kind.yaml'] })]);
});

describe('the stores', () => {
  test('have the images that compose runs', () => {
    const compose = read('docker-compose.yml').services;
    const images = Object.fromEntries(
      allOf(infra, StatefulSet.is).map(({ metadata, spec }) => [
        metadata.name,
        spec?.template.spec?.containers[0]?.image,
      ]),
    );
    expect(images).toEqual({
      'infra-postgres': compose.postgres.image,
      'infra-mongodb': compose.mongo.image,
      'infra-redis': compose.redis.image,
      'infra-nats': compose.nats.image,
      'infra-s3': compose.objects.image,
    });
  });

  test('require a password, which every address contains and no argument exposes', () => {
    const values = find(infra, Secret.is, 'tribus-development').stringData ?? {};
    for (const [key, address] of Object.entries(values).filter(([name]) => name.endsWith('_URL'))) {
      const { username, password } = new URL(address);
      expect([key, password || username]).toEqual([key, expect.stringContaining('laptop')]);
    }
    for (const { metadata, spec } of allOf(infra, StatefulSet.is)) {
      const [container] = spec?.template.spec?.containers ?? [];
      expect([metadata.name, container?.env?.some(({ valueFrom }) => valueFrom?.secretKeyRef)]).toEqual([
        metadata.name,
        true,
      ]);
      expect(JSON.stringify([container?.command, container?.args, container?.env])).not.toMatch(/laptop/i);
    }
  });

  test.each(['POSTGRES_PASSWORD', 'MONGODB_PASSWORD', 'REDIS_PASSWORD', 'NATS_TOKEN'])(
    'reject a %s with characters reserved in an address',
    async (name) => {
      for (const bad of ['a/b', 'a@b', 'a#b', 'a b', ''])
        await expect(render('infra', { set: { [`secret.values.${name}`]: bad } })).rejects.toThrow(name);
    },
  );

  test('acknowledge an event only after it is synced to disk', () => {
    expect(find(infra, ConfigMap.is, 'infra-nats').data?.['nats.conf']).toContain('sync_interval: always');
  });

  test('are reachable at the addresses of the Secret, with one database for each service that has one', () => {
    const values = find(infra, Secret.is, 'tribus-development').stringData ?? {};
    const addresses = Object.entries(values).filter(([key]) => key.endsWith('_URL'));
    for (const [key, address] of addresses) {
      const { hostname, port } = new URL(address);
      expect([key, find(infra, Service.is, hostname).spec?.ports?.[0]?.port]).toEqual([key, Number(port)]);
    }
    const databases = definitions.flatMap(({ name, stores }) => [
      ...(stores.includes('postgres') ? [toVariableName(name, 'POSTGRES_URL')] : []),
      ...(stores.includes('mongodb') ? [toVariableName(name, 'MONGODB_URL')] : []),
    ]);
    const shared = ['POSTGRES_URL', 'MONGODB_URL', 'REDIS_URL', 'NATS_URL'];
    expect(addresses.map(([key]) => key).sort()).toEqual([...databases, ...shared].sort());
    expect(new Set(databases.map((key) => values[key])).size).toBe(databases.length);
  });

  test('are allowed by the network policies of the services', () => {
    const { network } = read('helm/tribus/values-kind.yaml');
    for (const { metadata, spec } of allOf(infra, StatefulSet.is)) {
      const store = metadata.name.replace('infra-', '');
      const [peer] = network.stores[store].to;
      expect(spec?.template.metadata?.labels).toMatchObject(peer.podSelector.matchLabels);
      const ports = network.stores[store].ports ?? read('helm/tribus/values.yaml').network.stores[store].ports;
      expect(ports).toEqual([spec?.template.spec?.containers[0]?.ports?.[0]?.containerPort]);
    }
  });

  test('are documented as for development only', () => {
    for (const file of ['Chart.yaml', 'values.yaml', 'README.md', 'templates/NOTES.txt'])
      expect(readFileSync(join(root, 'helm/infra', file), 'utf8')).toMatch(/nothing else|published|everybody/);
  });
});

test('objects are stored in the bucket that the job creates', () => {
  const job = infra.find(({ kind: what }) => what === 'Job');
  const { S3_ENDPOINT, S3_BUCKET } = find(kind, ConfigMap.is, 'tribus').data ?? {};
  for (const value of [S3_ENDPOINT, S3_BUCKET]) expect(JSON.stringify(job)).toContain(JSON.stringify(value));
});

describe('skaffold.yaml', () => {
  const skaffold = read('skaffold.yaml');
  const artifacts: { image: string; docker: { dockerfile: string; buildArgs?: { WORKSPACE: string } } }[] =
    skaffold.build.artifacts;
  const [first, second] = skaffold.deploy.helm.releases;

  test('builds every process from its workspace, and the web app', () => {
    const built = Object.fromEntries(artifacts.map(({ image, docker }) => [image, docker.buildArgs?.WORKSPACE]));
    const workspaces = processes.map(({ name, main }) => [`tribus/${name}`, main.replace('/src/main.ts', '')]);
    expect(built).toEqual({
      ...Object.fromEntries(workspaces),
      'tribus/web': undefined,
      'tribus/prepare': 'deploy',
    });
    for (const { docker } of artifacts) expect(existsSync(join(root, docker.dockerfile))).toBe(true);
  });

  test('deploys the image that was just built to each pod', async () => {
    const templates: Record<string, string> = second.setValueTemplates;
    const set = Object.fromEntries(Object.keys(templates).map((path) => [path, `built-${path.split('.')[1]}`]));
    const objects = await render('tribus', { values: second.valuesFiles, set });
    for (const { image } of artifacts.filter(({ image }) => image !== 'tribus/prepare')) {
      const name = image.replace('tribus/', '');
      expect(mainContainer(objects, name).image).toBe(`${image}:built-${name}`);
      expect(templates[`services.${name}.image.tag`]).toBe(`{{.IMAGE_TAG_${image.replaceAll(/[/-]/g, '_')}}}`);
    }
    expect(first.setValueTemplates).toEqual({ 'prepare.image': '{{.IMAGE_FULLY_QUALIFIED_tribus_prepare}}' });
  });

  test('starts the stores before the services, and forwards 8080 to web', () => {
    expect([first, second].map(({ name, chartPath, wait }) => [name, chartPath, wait])).toEqual([
      ['infra', 'helm/infra', true],
      ['tribus', 'helm/tribus', true],
    ]);
    expect(skaffold.portForward).toEqual([
      expect.objectContaining({ resourceName: 'tribus-web', port: 8080, localPort: 8080 }),
    ]);
    expect(find(kind, Service.is, 'tribus-web').spec?.ports?.[0]?.port).toBe(8080);
  });

  test('copies sources into pods and restarts their processes in dev', async () => {
    const dev = skaffold.profiles.find(({ name }: { name: string }) => name === 'dev');
    expect(dev.patches).toEqual([
      expect.objectContaining({ path: '/deploy/helm/releases/1/setValues/defaults.watch' }),
    ]);
    const objects = await render('tribus', { values: second.valuesFiles, set: { 'defaults.watch': true } });
    for (const { name } of processes) {
      const { command, securityContext } = mainContainer(objects, name);
      expect(command).toContain('--watch');
      expect(securityContext?.readOnlyRootFilesystem).toBe(false);
    }
    expect(mainContainer(objects, 'web').command).toBeUndefined();
  });
});
