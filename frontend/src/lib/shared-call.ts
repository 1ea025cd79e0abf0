/**
 * A call that is made again for the same while it is under way is not made twice: both get the answer of the first. So two
 * clicks without a pause do one thing, and the second is not told that the first has done it.
 */
export function sharedCall<Input, Result>(call: (input: Input) => Promise<Result>): (input: Input) => Promise<Result> {
  const underWay = new Map<string | undefined, Promise<Result>>();
  return (input) => {
    const key = JSON.stringify(input);
    const begun = underWay.get(key);
    if (begun) return begun;
    const calling = call(input).finally(() => underWay.delete(key));
    underWay.set(key, calling);
    return calling;
  };
}
