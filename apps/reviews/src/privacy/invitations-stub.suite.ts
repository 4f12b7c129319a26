import {
  ERASE_INVITATIONS_PATH,
  type ErasedInvitationsResponse,
  type EraseInvitationsRequest,
} from '@plaudit/contracts';
import { type FixtureServer, startFixtureServer } from '@plaudit/testing';

const NONE: ErasedInvitationsResponse = { sub_accounts: [], reviewed: [] };

/** Stands in for the invitations service. A spec in apps/standalone asks the real one. */
export class InvitationsStub {
  private constructor(private readonly server: FixtureServer) {
    this.answer();
  }

  static async start(): Promise<InvitationsStub> {
    return new InvitationsStub(await startFixtureServer());
  }

  get url(): string {
    return this.server.url;
  }

  /** The recipients of the requests for erasure. */
  get erased(): string[] {
    return this.server.requests.map((request) => request.json<EraseInvitationsRequest>().recipient);
  }

  /** Answers requests for erasure like this from now on; without invitations by default. */
  answer(response: Partial<ErasedInvitationsResponse> = {}): void {
    this.server.handle(({ path }) =>
      path === ERASE_INVITATIONS_PATH ? { body: { ...NONE, ...response } } : { status: 404 },
    );
  }

  fail(status: number): void {
    this.server.handle(() => ({ status, body: { success: false } }));
  }

  close(): Promise<void> {
    return this.server.close();
  }
}
