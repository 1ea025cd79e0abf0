import type { MutationOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/** Something that changes with each tap: shown at once, sent in the order tapped, corrected by the last answer. */
export interface Tappable<State, Tap> {
  /** Names it; taps on the same thing go to the server one after the other. */
  key: QueryKey;
  /** The queries that show it. What they are being answered was true before the tap, and is dropped. */
  shownBy: QueryKey[];
  /** Its state on the screen. */
  read: () => State;
  write: (state: State) => void;
  /** What a tap will come to. */
  next: (state: State, tap: Tap) => State;
  /** Tells the server, and returns what it says now. */
  send: (tap: Tap) => Promise<State>;
}

/** What the server last said of a thing, and the taps that it has not answered. */
interface Line {
  known: unknown;
  waiting: unknown[];
}

const linesOfClients = new WeakMap<QueryClient, Map<string, Line>>();

/**
 * Taps a thing. However the answers come, the screen ends with what the server says after the last tap; a tap that fails
 * is taken back, those after it stay. Rejects when this tap failed.
 */
export async function tap<State, Tap>(client: QueryClient, thing: Tappable<State, Tap>, value: Tap): Promise<State> {
  const id = JSON.stringify(thing.key);
  const lines = linesOf(client);
  const show = (line: Line): void => {
    dropOlderAnswers(client, thing.shownBy);
    // A line is made and read by taps on the same thing only: its parts have the types of that thing.
    thing.write((line.waiting as Tap[]).reduce(thing.next, line.known as State));
  };
  const settle = (said?: { state: State }): void => {
    const line = lines.get(id);
    if (!line) return;
    if (said) line.known = said.state;
    line.waiting.shift();
    if (line.waiting.length === 0) lines.delete(id);
    show(line);
  };
  const options: MutationOptions<State, Error, Tap> = {
    scope: { id: `tap ${id}` },
    mutationFn: thing.send,
    onMutate: () => {
      const line = lines.get(id) ?? { known: thing.read(), waiting: [] };
      line.waiting.push(value);
      lines.set(id, line);
      show(line);
    },
    onSuccess: (state) => settle({ state }),
    onError: () => settle(),
  };
  return client.getMutationCache().build(client, client.defaultMutationOptions(options)).execute(value);
}

function linesOf(client: QueryClient): Map<string, Line> {
  const lines = linesOfClients.get(client) ?? new Map<string, Line>();
  linesOfClients.set(client, lines);
  return lines;
}

/** Only of queries that show something already: one that is asked for the first time would stay without an answer. */
function dropOlderAnswers(client: QueryClient, keys: QueryKey[]): void {
  for (const queryKey of keys)
    void client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
}
