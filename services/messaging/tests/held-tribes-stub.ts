import { TribesStub } from '@tribus/community/testing/tribes-stub.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { WaitingItems } from './waiting-items.ts';

type Used = 'getMemberships' | 'getMembershipsInTribe' | 'countWaitingSubmissions';

/** Tribes whose membership responses a test can delay after they are computed, and whose submissions wait. */
export class HeldTribesStub extends TribesStub {
  readonly submissions = new WaitingItems();
  /** Awaited before each membership response. */
  beforeAnswer: () => Promise<void> = async () => undefined;

  constructor() {
    super();
    const { getMemberships, getMembershipsInTribe } = this.handlers;
    if (!getMemberships || !getMembershipsInTribe) throw new Error('the stub has no memberships');
    const own: Pick<Handlers<TribesServiceService>, Used> = {
      getMemberships: async (request, context) => this.#hold(await getMemberships(request, context)),
      getMembershipsInTribe: async (request, context) => this.#hold(await getMembershipsInTribe(request, context)),
      countWaitingSubmissions: (request) => this.submissions.countFor(request),
    };
    Object.assign(this.handlers, own);
  }

  async #hold<T>(answer: T): Promise<T> {
    await this.beforeAnswer();
    return answer;
  }
}
