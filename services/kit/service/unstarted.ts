/**
 * Stands in for what a service is made of where nothing is started: it can be handed on and taken apart, and throws as
 * soon as any of it is called.
 */
export function unstarted(name: string): object {
  const use = () => {
    throw new Error(`${name} is used, but the service is not started`);
  };
  return new Proxy(use, {
    get: (_target, key) => (typeof key === 'symbol' ? undefined : unstarted(`${name}.${key}`)),
  });
}
