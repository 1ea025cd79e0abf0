import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { asAdministrator } from '@tribus/kit/testing/administrator.ts';
import { type Figures, type LoadOptions, medianRun, runLoad } from './load.ts';

/** Measures the minimal server (yardstick-server.ts) like the scenes, on the same Postgres. */
export async function measureYardstick(
  postgres: string,
  how: Omit<LoadOptions, 'stage'>,
  runs: number,
): Promise<Figures> {
  await prepare(postgres);
  const server = fork(join(import.meta.dirname, 'yardstick-server.ts'), {
    execArgv: ['--no-warnings'],
    env: { PATH: process.env.PATH, YARDSTICK_POSTGRES_URL: postgres, NODE_ENV: 'production' },
  });
  try {
    const [port] = await once(server, 'message');
    const stage = { url: `http://127.0.0.1:${port}`, close: async () => undefined };
    const run = (seconds: number) => runLoad({ ...how, stage, seconds }, () => ({ method: 'GET', path: '/api/feed' }));
    await run(Math.min(3, how.seconds));
    const figures: Figures[] = [];
    for (let index = 0; index < runs; index++) figures.push(await run(how.seconds));
    return medianRun(figures);
  } finally {
    server.disconnect();
    await once(server, 'exit');
  }
}

async function prepare(postgres: string): Promise<void> {
  await asAdministrator(postgres, (client) =>
    client.query(`
      create table if not exists yardstick (id uuid primary key, author text, content text, created_at timestamptz);
      truncate yardstick;
      insert into yardstick select gen_random_uuid(), 'somebody', repeat('palabra ', 38), now() - n * interval '1 second'
        from generate_series(1, 200) n;
      create index if not exists yardstick_newest on yardstick (created_at desc, id desc);
      analyze yardstick`),
  );
}
