import type { MutationOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/** State that is changed on the screen at once, sent in order, and corrected by the last response. */
export interface OptimisticTarget<State, Change> {
  /** Identifies the target; its changes are sent one after the other. */
  key: QueryKey;
  /** The queries that show it. Their running fetches are cancelled: their responses would predate the change. */
  shownBy: readonly QueryKey[];
  /** Returns the target's state on the screen. */
  read: () => State;
  write: (state: State) => void;
  /** The state after a change. */
  next: (state: State, change: Change) => State;
  /** Returns whether the change need not be sent, because the next one has its effect, too. */
  isReplacedBy?: (change: Change, next: Change) => boolean;
  /** Sends the change and returns the server's new state; `confirmed` is the previous one. */
  send: (change: Change, confirmed: State) => Promise<State>;
}

/** The last state the server confirmed, and the pending changes. */
interface Queue {
  confirmed: unknown;
  pending: unknown[];
}

const queuesOfClients = new WeakMap<QueryClient, Map<string, Queue>>();

/**
 * Changes a target. Whatever the order of responses, the screen ends with the server's state after the last change; a
 * failed change is rolled back, those after it stay. Rejects when this change failed.
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
    // A queue is created and read by changes of one target only, so its values have the types of that target.
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
    mutationFn: async (sent) => {
      const queue = queues.get(id);
      const confirmed = queue?.confirmed as State;
      const [, next] = (queue?.pending ?? []) as (Change | undefined)[];
      return next !== undefined && target.isReplacedBy?.(sent, next) ? confirmed : target.send(sent, confirmed);
    },
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
 * Cancels the running fetch of a query, since its response would undo a later change. Not the first fetch: the
 * query would stay without data.
 */
export function cancelShown(client: QueryClient, queryKey: QueryKey): void {
  void client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
}
