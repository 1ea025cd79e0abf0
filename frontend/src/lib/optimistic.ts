import type { MutationOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/** Something a person changes that is shown at once, sent in the order changed, and corrected by the last answer. */
export interface OptimisticTarget<State, Change> {
  /** Names it; changes of the same target go to the server one after the other. */
  key: QueryKey;
  /** The queries that show it. What they are being answered was true before the change, and is dropped. */
  shownBy: readonly QueryKey[];
  /** Its state on the screen. */
  read: () => State;
  write: (state: State) => void;
  /** What a change will come to. */
  next: (state: State, change: Change) => State;
  /** Tells the server, and returns what it says now. */
  send: (change: Change) => Promise<State>;
}

/** What the server last said of a target, and the changes that it has not answered. */
interface Queue {
  confirmed: unknown;
  pending: unknown[];
}

const queuesOfClients = new WeakMap<QueryClient, Map<string, Queue>>();

/**
 * Changes a target. However the answers come, the screen ends with what the server says after the last change; one that
 * fails is rolled back, those after it stay. Rejects when this change failed.
 */
export async function updateOptimistically<State, Change>(
  client: QueryClient,
  target: OptimisticTarget<State, Change>,
  change: Change,
): Promise<State> {
  const id = JSON.stringify(target.key);
  const queues = queuesOf(client);
  const show = (queue: Queue): void => {
    for (const key of target.shownBy) cancelShown(client, key);
    // A queue is made and read by changes of the same target only: its parts have the types of that target.
    target.write((queue.pending as Change[]).reduce(target.next, queue.confirmed as State));
  };
  const settle = (answer?: { state: State }): void => {
    const queue = queues.get(id);
    if (!queue) return;
    if (answer) queue.confirmed = answer.state;
    queue.pending.shift();
    if (queue.pending.length === 0) queues.delete(id);
    show(queue);
  };
  const options: MutationOptions<State, Error, Change> = {
    scope: { id: `optimistic ${id}` },
    mutationFn: target.send,
    onMutate: () => {
      const queue = queues.get(id) ?? { confirmed: target.read(), pending: [] };
      queue.pending.push(change);
      queues.set(id, queue);
      show(queue);
    },
    onSuccess: (state) => settle({ state }),
    onError: () => settle(),
  };
  return client.getMutationCache().build(client, client.defaultMutationOptions(options)).execute(change);
}

function queuesOf(client: QueryClient): Map<string, Queue> {
  const queues = queuesOfClients.get(client) ?? new Map<string, Queue>();
  queuesOfClients.set(client, queues);
  return queues;
}

/**
 * Drops the answer that a query is waiting for, since it would undo what was changed meanwhile. Only where the query
 * shows something already: one that is asked for the first time would stay without an answer.
 */
export function cancelShown(client: QueryClient, queryKey: QueryKey): void {
  void client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
}
