import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { containersOf } from './pods.ts';

/** Volume kinds the standard allows. */
const volumes = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];
const seccomp = ['RuntimeDefault', 'Localhost'];

/**
 * Returns the violations of the pod security standard `restricted`, like the admission of a namespace with
 * `pod-security.kubernetes.io/enforce: restricted`.
 */
export function refusedByRestricted(spec: IPodSpec): string[] {
  const faults: string[] = [];
  const refuse = (wrong: boolean | undefined, what: string) => wrong && faults.push(what);
  refuse(spec.hostNetwork || spec.hostPID || spec.hostIPC, 'host namespaces');
  refuse(Boolean(spec.securityContext?.sysctls?.length), 'sysctls');
  for (const { name, ...source } of spec.volumes ?? [])
    refuse(!Object.keys(source).every((kind) => volumes.includes(kind)), `volume ${name}`);
  for (const container of containersOf(spec)) {
    const own = container.securityContext ?? {};
    const security = { ...spec.securityContext, ...own };
    const where = `of ${container.name}`;
    refuse(own.privileged, `privileges ${where}`);
    refuse(own.allowPrivilegeEscalation !== false, `escalation ${where}`);
    refuse(security.runAsNonRoot !== true, `root ${where}`);
    refuse(security.runAsUser === 0, `user 0 ${where}`);
    refuse(!seccomp.includes(security.seccompProfile?.type ?? ''), `seccomp ${where}`);
    refuse(!own.capabilities?.drop?.includes('ALL'), `capabilities ${where}`);
    refuse(
      own.capabilities?.add?.some((name) => name !== 'NET_BIND_SERVICE'),
      `added capabilities ${where}`,
    );
    refuse((own.procMount ?? 'Default') !== 'Default', `proc ${where}`);
    refuse(security.appArmorProfile?.type === 'Unconfined', `AppArmor ${where}`);
    refuse(security.seLinuxOptions !== undefined, `SELinux ${where}`);
    refuse(
      container.ports?.some(({ hostPort }) => hostPort !== undefined),
      `host ports ${where}`,
    );
  }
  return faults;
}
