import { MongoClient, MongoServerError } from 'mongodb';

const electedWithinMs = 30_000;

/** Error code of a server that is not in a replica set yet. */
const notInitiated = 94;
/** Error codes of a server without replica sets: started without one, or not MongoDB's own. */
const without = [59, 76];

/** Address of the server itself, with all parts of the address but the set. */
function directAddress(url: string): string {
  const address = new URL(url);
  address.searchParams.delete('replicaSet');
  address.searchParams.set('directConnection', 'true');
  return address.href;
}

/**
 * Initiates a replica set of the one server of `url`, unless it is in one, and waits for its primary. A server started
 * without a replica set stays as it is.
 */
export async function ensureReplicaSet(url: string): Promise<void> {
  const { host, searchParams } = new URL(url);
  const client = new MongoClient(directAddress(url), { serverSelectionTimeoutMS: 2_000 });
  try {
    await client.connect();
    const admin = client.db('admin');
    const set = searchParams.get('replicaSet') ?? 'rs0';
    const initiate = () => admin.command({ replSetInitiate: { _id: set, members: [{ _id: 0, host }] } });
    try {
      await admin.command({ replSetGetStatus: 1 });
    } catch (error) {
      if (!(error instanceof MongoServerError)) throw error;
      if (without.includes(Number(error.code))) return;
      if (error.code !== notInitiated) throw error;
      await initiate();
    }
    const deadline = Date.now() + electedWithinMs;
    while (!(await admin.command({ hello: 1 })).isWritablePrimary) {
      if (Date.now() > deadline) throw new Error(`${host} accepts no writes: its replica set ${set} has no primary`);
      await new Promise((wait) => setTimeout(wait, 200));
    }
  } finally {
    await client.close();
  }
}
