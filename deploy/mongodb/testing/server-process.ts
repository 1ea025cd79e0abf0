import { startMongo } from '../server.ts';

// A server in its own process, for tests that kill it. It prints its address as the first line.
const [dir = ''] = process.argv.slice(2);
const { url } = await startMongo({ dir, compactFrom: 64 * 1024 });
console.log(url);
