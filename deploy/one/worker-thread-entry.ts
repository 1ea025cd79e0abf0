import { parentPort, workerData } from 'node:worker_threads';
import type { Env } from '@tribus/kit/core/config.ts';
import { start } from '@tribus/kit/service/host.ts';
import { LogFile, type LogLimits } from '../stores/log-file.ts';
import { processes } from './services.ts';

/** Data that worker-thread.ts passes to the thread it starts. */
export interface ThreadOrder {
  name: string;
  env: Env;
  logFile: string;
  logLimits: LogLimits;
}

/** Message of the thread: it is ready, or the error that ends it. */
export type ThreadMessage = 'ready' | { fault: string };

/** Entry of a thread: starts one planned service, posts `ready`, and ends on any message. */
async function run({ name, env, logFile, logLimits }: ThreadOrder): Promise<void> {
  const planned = processes.find((each) => each.name === name);
  if (!planned || !parentPort) throw new Error(`no thread can run ${name}`);
  const port = parentPort;
  const logTo = new LogFile(logFile, logLimits);
  const send = (message: ThreadMessage) => port.postMessage(message);
  process.once('uncaughtException', (error) => {
    logTo.write(`${JSON.stringify({ level: 60, time: new Date().toISOString(), service: name, err: error.stack })}\n`);
    void logTo.close().finally(() => {
      send({ fault: error.message });
      process.exit(1);
    });
  });
  const service = await start(await planned.load(), env, { logTo });
  port.once('message', () => {
    void service
      .stop()
      .finally(() => logTo.close())
      .finally(() => process.exit());
  });
  send('ready');
}

await run(workerData);
