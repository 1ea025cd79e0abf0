/**
 * Shares a running call: a second call with the same argument gets the response of the first. So a double click acts
 * once, and the second click gets no conflict error.
 */
export function sharedCall<Input, Result>(call: (input: Input) => Promise<Result>): (input: Input) => Promise<Result> {
  const running = new Map<string | undefined, Promise<Result>>();
  return (input) => {
    const key = JSON.stringify(input);
    const begun = running.get(key);
    if (begun) return begun;
    const calling = call(input).finally(() => running.delete(key));
    running.set(key, calling);
    return calling;
  };
}
