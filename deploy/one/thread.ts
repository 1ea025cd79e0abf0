import { parentPort, workerData } from 'node:worker_threads';
import type { Env } from '@tribus/kit/config.ts';
import { pino } from 'pino';
import { processes } from './plan.ts';

/** What own-thread.ts tells the thread it starts. */
export interface ThreadOrder {
  /** Of the planned process. */
  name: string;
  env: Env;
  logFile: string;
}

/** The entry of a thread: one planned service, started as anywhere else; says `ready`, and ends when told anything. */
async function run({ name, env, logFile }: ThreadOrder): Promise<void> {
  const planned = processes.find((each) => each.name === name);
  if (!planned || !parentPort) throw new Error(`no thread can run ${name}`);
  const logTo = pino.destination({ dest: logFile, mkdir: true, sync: false });
  const start = await planned.load();
  const service = await start(env, { logTo });
  parentPort.once('message', () => {
    void service.stop().finally(() => {
      logTo.flushSync();
      process.exit();
    });
  });
  parentPort.postMessage('ready');
}

await run(workerData);
