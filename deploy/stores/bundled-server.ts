import type { BundledStore } from './bundled.ts';

/** The process behind `startBundled`: `bundled-server.ts <store> <port> [disposable]`, in the folder of its files. */
interface Served {
  url: string;
  stop(): Promise<void>;
}

const servers: Record<BundledStore, (port: number, disposable: boolean) => Promise<Served>> = {
  async redis(port) {
    const { serveRedis } = await import('./redis-server.ts');
    return serveRedis(port);
  },
  async mongodb(port, disposable) {
    const { startMongo } = await import('../mongodb/server.ts');
    const broken = () => endBy('data could not be written to disk; exiting, the next start reads the saved data');
    const lifetime = { sync: !disposable, testCommands: disposable };
    return startMongo({ dir: process.cwd(), host: '127.0.0.1', port, ...lifetime, broken });
  },
};

/** The supervisor restarts the process. */
function endBy(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

const [store, port, lifetime] = process.argv.slice(2);
if (store !== 'redis' && store !== 'mongodb') throw new Error(`no shipped store called ${store}`);
const served = await servers[store](Number(port), lifetime === 'disposable');

// Registered before the ready line, because it may be stopped right after it and must end in order.
const ending = new Promise<unknown>((resolve) => {
  process.on('SIGTERM', resolve);
  // Standard input closes when the parent process ends, even by SIGKILL.
  process.stdin.once('close', resolve).resume();
});
process.stdout.write(`ready at ${served.url}\n`);

await ending;
await served.stop();
process.exit();
