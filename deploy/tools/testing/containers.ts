import { MongoClient } from 'mongodb';
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers';
import type { TestServers } from './test-servers.ts';

/** Images of docker-compose.yml. */
export const images = {
  postgres: 'postgres:17',
  mongodb: 'mongo:8',
  redis: 'redis:7',
  nats: 'nats:2-alpine',
  s3: 'versity/versitygw:v1.0.18',
} as const;

const password = 'tests-only';
const s3Keys = { accessKeyId: 'tests', secretAccessKey: 'tests-only' };

/** Starts the real servers, each in a container that ends with the tests; their data is deleted then. */
export async function startContainers(): Promise<TestServers> {
  await assertDocker();
  const attempts = await Promise.allSettled([startPostgres(), startMongodb(), startRedis(), startNats(), startS3()]);
  const started = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  const stop = async () => {
    await Promise.all(started.map(({ container }) => container.stop()));
  };
  const failed = attempts.find((attempt) => attempt.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return { env: Object.assign({}, ...started.map(({ env }) => env)), stop };
}

async function assertDocker(): Promise<void> {
  try {
    await getContainerRuntimeClient();
  } catch (cause) {
    const how = 'Start Docker, or run the tests without TEST_STORES to use stores of this machine.';
    throw new Error(`TEST_STORES=containers needs Docker, which does not respond. ${how}`, { cause });
  }
}

/** A server in its container, and the variables for the tests. */
interface Started {
  container: StartedTestContainer;
  env: Record<string, string>;
}

async function startPostgres(): Promise<Started> {
  const container = await new GenericContainer(images.postgres)
    .withEnvironment({ POSTGRES_PASSWORD: password })
    .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'fsync=off'])
    .withExposedPorts(5432)
    // While it creates its cluster the server listens only on its socket.
    .withHealthCheck({ test: ['CMD', 'pg_isready', '-h', '127.0.0.1', '-U', 'postgres'], ...often })
    .withWaitStrategy(Wait.forHealthCheck())
    .start();
  return {
    container,
    env: { TEST_POSTGRES_URL: `postgres://postgres:${password}@${addressOf(container, 5432)}/postgres` },
  };
}

/** A replica set as in the cluster, with one member. */
async function startMongodb(): Promise<Started> {
  const container = await new GenericContainer(images.mongodb)
    .withCommand(['--replSet', 'rs0', '--bind_ip_all', '--setParameter', 'enableTestCommands=1'])
    .withExposedPorts(27017)
    .withWaitStrategy(Wait.forLogMessage(/waiting for connections/i))
    .start();
  const url = `mongodb://${addressOf(container, 27017)}/?directConnection=true`;
  try {
    await initiate(url);
  } catch (error) {
    await container.stop();
    throw error;
  }
  return { container, env: { TEST_MONGODB_URL: url } };
}

async function initiate(url: string): Promise<void> {
  const client = await MongoClient.connect(url);
  try {
    const members = [{ _id: 0, host: '127.0.0.1:27017' }];
    await client.db('admin').command({ replSetInitiate: { _id: 'rs0', members } });
    // Writes fail until the only member has elected itself.
    await client
      .db('admin')
      .collection('ready')
      .insertOne({}, { writeConcern: { w: 'majority' } });
  } finally {
    await client.close();
  }
}

async function startRedis(): Promise<Started> {
  const container = await new GenericContainer(images.redis)
    .withCommand(['redis-server', '--save', '', '--appendonly', 'no'])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'))
    .start();
  return { container, env: { TEST_REDIS_URL: `redis://${addressOf(container, 6379)}` } };
}

async function startNats(): Promise<Started> {
  const container = await new GenericContainer(images.nats)
    .withCommand(['--jetstream', '--store_dir', '/tmp/nats'])
    .withExposedPorts(4222)
    .withWaitStrategy(Wait.forLogMessage('Server is ready'))
    .start();
  return { container, env: { TEST_NATS_URL: `nats://${addressOf(container, 4222)}` } };
}

async function startS3(): Promise<Started> {
  const container = await new GenericContainer(images.s3)
    .withEnvironment({ ROOT_ACCESS_KEY: s3Keys.accessKeyId, ROOT_SECRET_KEY: s3Keys.secretAccessKey })
    .withCommand(['--port', ':7070', 'posix', '/tmp'])
    .withExposedPorts(7070)
    .withWaitStrategy(Wait.forListeningPorts())
    .start();
  const env = {
    TEST_S3_ENDPOINT: `http://${addressOf(container, 7070)}`,
    TEST_S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
    TEST_S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
  };
  return { container, env };
}

const often = { interval: 500, timeout: 2_000, retries: 60 };

const addressOf = (container: StartedTestContainer, port: number): string =>
  `${container.getHost()}:${container.getMappedPort(port)}`;
