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
    const broken = () => endBy('the data could not be brought to the disk; a new start reads what is there');
    const lifetime = { sync: !disposable, testCommands: disposable };
    return startMongo({ dir: process.cwd(), host: '127.0.0.1', port, ...lifetime, broken });
  },
};

/** Whoever started us does so again. */
function endBy(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

const [store, port, lifetime] = process.argv.slice(2);
if (store !== 'redis' && store !== 'mongodb') throw new Error(`no shipped store called ${store}`);
const served = await servers[store](Number(port), lifetime === 'disposable');

// Before it says that it is ready: whoever hears that may end it at once, and it must end in good order.
const ending = new Promise<unknown>((resolve) => {
  process.on('SIGTERM', resolve);
  // Standard input closes when the process that started us is gone, however it went.
  process.stdin.once('close', resolve).resume();
});
process.stdout.write(`ready at ${served.url}\n`);

await ending;
await served.stop();
process.exit();
