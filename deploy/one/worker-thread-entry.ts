import { parentPort, workerData } from 'node:worker_threads';
import type { Env } from '@tribus/kit/core/config.ts';
import { start } from '@tribus/kit/service/host.ts';
import { LogFile, type LogLimits } from '../stores/log-file.ts';
import { processes } from './services.ts';

/** What worker-thread.ts tells the thread it starts. */
export interface ThreadOrder {
  /** Of the planned process. */
  name: string;
  env: Env;
  logFile: string;
  logLimits: LogLimits;
}

/** What the thread tells: that it can be used, or by what error it ends. */
export type ThreadMessage = 'ready' | { fault: string };

/** The entry of a thread: one planned service, started as anywhere else; says `ready`, and ends when told anything. */
async function run({ name, env, logFile, logLimits }: ThreadOrder): Promise<void> {
  const planned = processes.find((each) => each.name === name);
  if (!planned || !parentPort) throw new Error(`no thread can run ${name}`);
  const port = parentPort;
  const logTo = new LogFile(logFile, logLimits);
  const tell = (news: ThreadMessage) => port.postMessage(news);
  process.once('uncaughtException', (error) => {
    logTo.write(`${JSON.stringify({ level: 60, time: new Date().toISOString(), service: name, err: error.stack })}\n`);
    void logTo.close().finally(() => {
      tell({ fault: error.message });
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
  tell('ready');
}

await run(workerData);
