import { startMongo } from '../server.ts';

// A server in a process of its own, for tests that kill it. The address is its first line.
const [dir = ''] = process.argv.slice(2);
const { url } = await startMongo({ dir, compactFrom: 64 * 1024 });
console.log(url);
