import { type UseMutationOptions, useMutation as useTanStackMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

interface Handlers<Data> {
  onSuccess?: ((data: Data) => void) | undefined;
  onError?: ((error: Error) => void) | undefined;
  onSettled?: (() => void) | undefined;
}

/** What follows a call; `onSuccess`, `onError` and `onSettled` also when the component that called is gone. */
export interface Outcome<Data> extends Handlers<Data> {
  /** Follows after that while the component that called is mounted: its sheet closes, its form is blank again. */
  onScreen?: Handlers<Data> | undefined;
  /** Follows instead of `onScreen` when it is gone: what it would have shown itself is told elsewhere. */
  offScreen?: Handlers<Data> | undefined;
}

/**
 * Which calls may be under way at once. One, unless said otherwise: another one meanwhile does nothing. With a function
 * one for each key that it returns; `true` is for calls that do not exclude each other.
 */
type Parallel<Variables> = true | ((variables: Variables) => unknown);

interface Options<Data, Variables, Context> extends UseMutationOptions<Data, Error, Variables, Context> {
  parallel?: Parallel<Variables>;
}

/**
 * The `useMutation` of TanStack Query, but `mutate` tells its outcome also to a component that was unmounted meanwhile, and
 * a press before the button is drawn as disabled sends nothing again. `mutateAsync` then resolves with the call under way.
 */
export function useMutation<Data, Variables = void, Context = unknown>(options: Options<Data, Variables, Context>) {
  const { parallel, ...rest } = options;
  const mutation = useTanStackMutation(rest);
  const send = mutation.mutateAsync;
  const isMounted = useIsMounted();
  const [calls] = useState(() => callsUnderWay<Data, Variables>(parallel));
  const mutateAsync = useCallback(
    (variables: Variables): Promise<Data> => calls.find(variables) ?? calls.add(variables, send(variables)),
    [calls, send],
  );
  const mutate = useCallback(
    (variables: Variables, outcome: Outcome<Data> = {}): void => {
      if (calls.find(variables)) return;
      const tell = (to: (handlers: Handlers<Data>) => void) => {
        to(outcome);
        to((isMounted() ? outcome.onScreen : outcome.offScreen) ?? {});
      };
      const succeed = (data: Data) =>
        tell(({ onSuccess, onSettled }) => {
          onSuccess?.(data);
          onSettled?.();
        });
      const fail = (error: Error) =>
        tell(({ onError, onSettled }) => {
          onError?.(error);
          onSettled?.();
        });
      void calls.add(variables, send(variables)).then(succeed, fail);
    },
    [calls, send, isMounted],
  );
  return { ...mutation, mutate, mutateAsync };
}

function callsUnderWay<Data, Variables>(parallel: Parallel<Variables> | undefined) {
  const calls = new Map<unknown, Promise<Data>>();
  const keyOf = (variables: Variables) => (parallel === true ? Symbol() : parallel?.(variables));
  return {
    find: (variables: Variables) => calls.get(keyOf(variables)),
    add(variables: Variables, answer: Promise<Data>): Promise<Data> {
      const key = keyOf(variables);
      const call = answer.finally(() => calls.delete(key));
      calls.set(key, call);
      return call;
    },
  };
}

function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
