import { TribesStub } from '@tribus/community/testing/tribes-stub.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';

type Memberships = Pick<Handlers<TribesServiceService>, 'getMemberships' | 'getMembershipsInTribe'>;

/** Tribes whose membership responses a test can delay after they are computed. */
export class HeldTribesStub extends TribesStub {
  /** Awaited before each membership response. */
  beforeAnswer: () => Promise<void> = async () => undefined;

  constructor() {
    super();
    const { getMemberships, getMembershipsInTribe } = this.handlers;
    if (!getMemberships || !getMembershipsInTribe) throw new Error('the stub has no memberships');
    const held: Memberships = {
      getMemberships: async (request, context) => this.#hold(await getMemberships(request, context)),
      getMembershipsInTribe: async (request, context) => this.#hold(await getMembershipsInTribe(request, context)),
    };
    Object.assign(this.handlers, held);
  }

  async #hold<T>(answer: T): Promise<T> {
    await this.beforeAnswer();
    return answer;
  }
}
