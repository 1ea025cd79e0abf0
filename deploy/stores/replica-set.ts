import { MongoClient, MongoServerError } from 'mongodb';

const electedWithinMs = 30_000;

/** Says of a server that it is not in a replica set yet. */
const notInitiated = 94;
/** Say of a server that it is in none and never will be: started without one, or not MongoDB's own. */
const without = [59, 76];

/** Of the server itself, with the user, the password and all else that the address says, but for its set. */
function directAddress(url: string): string {
  const address = new URL(url);
  address.searchParams.delete('replicaSet');
  address.searchParams.set('directConnection', 'true');
  return address.href;
}

/**
 * Makes a replica set of the one server that `url` names, unless it is in one, and waits until it takes writes. A server
 * that was not started for it stays as it is.
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
    const giveUp = Date.now() + electedWithinMs;
    while (!(await admin.command({ hello: 1 })).isWritablePrimary) {
      if (Date.now() > giveUp) throw new Error(`${host} takes no writes: its replica set ${set} has no primary`);
      await new Promise((wait) => setTimeout(wait, 200));
    }
  } finally {
    await client.close();
  }
}
