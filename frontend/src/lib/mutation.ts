import { type UseMutationOptions, useMutation as useTanStackMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from './http.ts';
import { session } from './session.ts';

interface Handlers<Data> {
  onSuccess?: ((data: Data) => void) | undefined;
  onError?: ((error: Error) => void) | undefined;
  onSettled?: (() => void) | undefined;
}

/**
 * Handlers of a call; `onSuccess`, `onError` and `onSettled` also run after the component that called has unmounted.
 */
export interface Outcome<Data> extends Handlers<Data> {
  /** Runs after them while that component is mounted: to close its sheet, to clear its form. */
  onScreen?: Handlers<Data> | undefined;
  /**
   * Runs instead of `onScreen` after it has unmounted: reports the result in place of the component. Not for a session
   * that has expired, which the shell reports.
   */
  offScreen?: Handlers<Data> | undefined;
}

/**
 * Which calls may run at once. By default one: a second call while one is pending does nothing. With a function, one
 * for each key that it returns; `true` allows any number.
 */
type Parallel<Variables> = true | ((variables: Variables) => unknown);

interface Options<Data, Variables, Context> extends UseMutationOptions<Data, Error, Variables, Context> {
  parallel?: Parallel<Variables>;
}

/**
 * The `useMutation` of TanStack Query, but `mutate` also runs handlers after its component has unmounted, and a press
 * before the button is drawn as disabled sends nothing again. `mutateAsync` then resolves with the running call.
 */
export function useMutation<Data, Variables = void, Context = unknown>(options: Options<Data, Variables, Context>) {
  const { parallel, ...rest } = options;
  const mutation = useTanStackMutation(rest);
  const send = mutation.mutateAsync;
  const isMounted = useIsMounted();
  const [calls] = useState(() => runningCalls<Data, Variables>(parallel));
  const mutateAsync = useCallback(
    (variables: Variables): Promise<Data> => calls.find(variables) ?? calls.add(variables, send(variables)),
    [calls, send],
  );
  const mutate = useCallback(
    (variables: Variables, outcome: Outcome<Data> = {}): void => {
      if (calls.find(variables)) return;
      const notify = (to: (handlers: Handlers<Data>) => void, error?: Error) => {
        to(outcome);
        if (isMounted()) to(outcome.onScreen ?? {});
        else if (!hasExpired(error)) to(outcome.offScreen ?? {});
      };
      const succeed = (data: Data) =>
        notify(({ onSuccess, onSettled }) => {
          onSuccess?.(data);
          onSettled?.();
        });
      const fail = (error: Error) =>
        notify(({ onError, onSettled }) => {
          onError?.(error);
          onSettled?.();
        }, error);
      void calls.add(variables, send(variables)).then(succeed, fail);
    },
    [calls, send, isMounted],
  );
  return { ...mutation, mutate, mutateAsync };
}

const hasExpired = (error?: Error): boolean =>
  error instanceof ApiError && error.status === 401 && session.get().ended === 'expired';

function runningCalls<Data, Variables>(parallel: Parallel<Variables> | undefined) {
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

/** Returns a function for callbacks: whether the component is still mounted. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
