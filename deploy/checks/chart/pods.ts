import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { Job } from 'kubernetes-models/batch/v1/Job';
import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { allOf, type Manifest, titleOf } from './charts.ts';

export interface Pod {
  title: string;
  labels: Readonly<Record<string, string>>;
  spec: IPodSpec;
}

/** Returns the pods of the objects' templates. */
export function podsOf(objects: readonly Manifest[]): Pod[] {
  const owners = [...allOf(objects, Deployment.is), ...allOf(objects, StatefulSet.is), ...allOf(objects, Job.is)];
  return owners.map((owner) => {
    const template = owner.spec?.template;
    if (!template?.spec) throw new Error(`${titleOf(owner)} has no pod template`);
    return { title: titleOf(owner), labels: template.metadata?.labels ?? {}, spec: template.spec };
  });
}

export const containersOf = (spec: IPodSpec): IContainer[] => [...(spec.initContainers ?? []), ...spec.containers];

/** Returns the container that runs the service. */
export function mainContainer(objects: readonly Manifest[], name: string): IContainer {
  const deployments = allOf(objects, Deployment.is).filter(({ metadata }) => metadata.name.endsWith(`-${name}`));
  const container = deployments.flatMap((each: IDeployment) => each.spec?.template.spec?.containers ?? [])[0];
  if (!container) throw new Error(`no deployment of ${name}`);
  return container;
}
