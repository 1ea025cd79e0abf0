import { type INetworkPolicy, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { allOf, type Manifest } from './charts.ts';
import { type Pod, podsOf } from './pods.ts';

type Spec = NonNullable<INetworkPolicy['spec']>;
type Rule = NonNullable<Spec['egress']>[number] & NonNullable<Spec['ingress']>[number];
type Peer = NonNullable<Rule['to']>[number];
type Selector = Spec['podSelector'];

/** Evaluates the network policies as a cluster's network does. */
export class NetworkPolicies {
  readonly #policies: Spec[];
  readonly #pods: ReadonlyMap<string, Pod>;

  constructor(objects: readonly Manifest[]) {
    this.#policies = allOf(objects, NetworkPolicy.is).flatMap(({ spec }) => (spec ? [spec] : []));
    this.#pods = new Map(podsOf(objects).map((pod) => [pod.labels['app.kubernetes.io/name'] ?? '', pod]));
  }

  /** Returns whether a pod of `from` may open a connection to that port of a pod of `to`, in the same namespace. */
  allows(from: string, to: string, port: number): boolean {
    const [client, server] = [this.#pod(from), this.#pod(to)];
    const canLeave = this.#policiesFor(client, 'Egress').some(({ egress = [] }) =>
      egress.some(({ to: peers, ports }) => admits(peers, server) && hasPort(ports, port, server)),
    );
    const canEnter = this.#policiesFor(server, 'Ingress').some(({ ingress = [] }) =>
      ingress.some(({ from: peers, ports }) => admits(peers, client) && hasPort(ports, port, server)),
    );
    return canLeave && canEnter;
  }

  /** Egress rules to destinations outside the release; throws when one allows any destination. */
  egressOf(from: string): { to: Peer[]; ports: unknown[] }[] {
    return this.#policiesFor(this.#pod(from), 'Egress')
      .flatMap(({ egress = [] }) => egress)
      .map(({ to, ports }) => ({ to: to ?? ['any' as const], ports: (ports ?? ['any']).map(describePort) }))
      .flatMap(({ to, ports }) => {
        if (to.some((peer) => peer === 'any')) throw new Error(`${from} may connect to any destination`);
        const others = to.filter((peer): peer is Peer => peer !== 'any' && !this.#isOurs(peer));
        return others.length > 0 ? [{ to: others, ports }] : [];
      });
  }

  /** Ingress rules for sources outside the release; throws when one allows any source. */
  ingressOf(to: string): { from: Peer[]; ports: unknown[] }[] {
    return this.#policiesFor(this.#pod(to), 'Ingress')
      .flatMap(({ ingress = [] }) => ingress)
      .flatMap(({ from, ports }) => {
        if (!from) throw new Error(`any source may connect to ${to}`);
        const others = from.filter((peer) => !this.#isOurs(peer));
        return others.length > 0 ? [{ from: others, ports: (ports ?? ['any']).map(describePort) }] : [];
      });
  }

  #pod(name: string): Pod {
    const pod = this.#pods.get(name);
    if (!pod) throw new Error(`no pod of ${name}`);
    return pod;
  }

  /** A pod without a policy accepts everything; here each must have at least one. */
  #policiesFor(pod: Pod, direction: 'Egress' | 'Ingress'): Spec[] {
    const found = this.#policies.filter(
      ({ podSelector, policyTypes }) => policyTypes?.includes(direction) && selects(podSelector, pod.labels),
    );
    if (found.length === 0) throw new Error(`no policy selects ${pod.title}`);
    return found;
  }

  #isOurs({ podSelector, namespaceSelector, ipBlock }: Peer): boolean {
    return (
      !ipBlock && !namespaceSelector && [...this.#pods.values()].some(({ labels }) => selects(podSelector, labels))
    );
  }
}

/** Whether one of the peers is that pod, for a policy in its own namespace. */
const admits = (peers: readonly Peer[] | undefined, other: Pod): boolean =>
  peers === undefined ||
  peers.some(
    ({ podSelector, namespaceSelector, ipBlock }) =>
      !ipBlock && !namespaceSelector && podSelector !== undefined && selects(podSelector, other.labels),
  );

function selects(selector: Selector | undefined, labels: Readonly<Record<string, string>>): boolean {
  if (selector?.matchExpressions?.length) throw new Error('matchExpressions are not supported');
  return Object.entries(selector?.matchLabels ?? {}).every(([name, value]) => labels[name] === value);
}

function hasPort(ports: Rule['ports'], wanted: number, pod: Pod): boolean {
  const named = (name: string) =>
    pod.spec.containers.flatMap(({ ports = [] }) => ports).find((port) => port.name === name)?.containerPort;
  return (
    ports === undefined ||
    ports.some(({ port }) => port === undefined || (typeof port === 'string' ? named(port) : port) === wanted)
  );
}

const describePort = (port: NonNullable<Rule['ports']>[number] | 'any'): unknown =>
  port === 'any' ? 'any' : `${port.protocol ?? 'TCP'} ${port.port ?? 'any'}`;
