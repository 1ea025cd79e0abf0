import { type INetworkPolicy, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { allOf, type Manifest } from './charts.ts';
import { type Pod, podsOf } from './pods.ts';

type Spec = NonNullable<INetworkPolicy['spec']>;
type Rule = NonNullable<Spec['egress']>[number] & NonNullable<Spec['ingress']>[number];
type Peer = NonNullable<Rule['to']>[number];
type Selector = Spec['podSelector'];

/** What the network policies let through, as a cluster's network would judge it. */
export class Walls {
  readonly #policies: Spec[];
  readonly #pods: ReadonlyMap<string, Pod>;

  constructor(objects: readonly Manifest[]) {
    this.#policies = allOf(objects, NetworkPolicy.is).flatMap(({ spec }) => (spec ? [spec] : []));
    this.#pods = new Map(podsOf(objects).map((pod) => [pod.labels['app.kubernetes.io/name'] ?? '', pod]));
  }

  /** Whether a pod of `from` may open a connection to that port of a pod of `to`, in the same namespace. */
  opens(from: string, to: string, port: number): boolean {
    const [caller, called] = [this.#pod(from), this.#pod(to)];
    const leaves = this.#about(caller, 'Egress').some(({ egress = [] }) =>
      egress.some(({ to: peers, ports }) => admits(peers, called) && hasPort(ports, port, called)),
    );
    const enters = this.#about(called, 'Ingress').some(({ ingress = [] }) =>
      ingress.some(({ from: peers, ports }) => admits(peers, caller) && hasPort(ports, port, called)),
    );
    return leaves && enters;
  }

  /** Where else a pod may go: each rule about others than the pods of this release. */
  waysOut(from: string): { to: Peer[]; ports: unknown[] }[] {
    return this.#about(this.#pod(from), 'Egress')
      .flatMap(({ egress = [] }) => egress)
      .map(({ to, ports }) => ({ to: to ?? ['anybody' as const], ports: (ports ?? ['any']).map(describePort) }))
      .flatMap(({ to, ports }) => {
        if (to.some((peer) => peer === 'anybody')) throw new Error(`${from} may go anywhere`);
        const others = to.filter((peer): peer is Peer => peer !== 'anybody' && !this.#isOurs(peer));
        return others.length > 0 ? [{ to: others, ports }] : [];
      });
  }

  /** Who may come in from elsewhere, and at which ports. */
  waysIn(to: string): { from: Peer[]; ports: unknown[] }[] {
    return this.#about(this.#pod(to), 'Ingress')
      .flatMap(({ ingress = [] }) => ingress)
      .flatMap(({ from, ports }) => {
        if (!from) throw new Error(`anybody may come to ${to}`);
        const others = from.filter((peer) => !this.#isOurs(peer));
        return others.length > 0 ? [{ from: others, ports: (ports ?? ['any']).map(describePort) }] : [];
      });
  }

  #pod(name: string): Pod {
    const pod = this.#pods.get(name);
    if (!pod) throw new Error(`no pod of ${name}`);
    return pod;
  }

  /** A pod that no policy is about is open to all; here each must be shut by at least one. */
  #about(pod: Pod, direction: 'Egress' | 'Ingress'): Spec[] {
    const about = this.#policies.filter(
      ({ podSelector, policyTypes }) => policyTypes?.includes(direction) && selects(podSelector, pod.labels),
    );
    if (about.length === 0) throw new Error(`nothing shuts ${pod.title}`);
    return about;
  }

  #isOurs({ podSelector, namespaceSelector, ipBlock }: Peer): boolean {
    return (
      !ipBlock && !namespaceSelector && [...this.#pods.values()].some(({ labels }) => selects(podSelector, labels))
    );
  }
}

/** Whether one of the peers is that pod, seen from a policy in its own namespace. */
const admits = (peers: readonly Peer[] | undefined, other: Pod): boolean =>
  peers === undefined ||
  peers.some(
    ({ podSelector, namespaceSelector, ipBlock }) =>
      !ipBlock && !namespaceSelector && podSelector !== undefined && selects(podSelector, other.labels),
  );

function selects(selector: Selector | undefined, labels: Readonly<Record<string, string>>): boolean {
  if (selector?.matchExpressions?.length) throw new Error('expressions are not read here');
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
