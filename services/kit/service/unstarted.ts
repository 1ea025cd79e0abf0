/**
 * Returns a placeholder for the dependencies of a service that is not started. It can be passed on and destructured,
 * and throws when any part of it is called.
 */
export function unstarted(name: string): object {
  const call = () => {
    throw new Error(`${name} is used, but the service is not started`);
  };
  return new Proxy(call, {
    get: (_target, key) => (typeof key === 'symbol' ? undefined : unstarted(`${name}.${key}`)),
  });
}
