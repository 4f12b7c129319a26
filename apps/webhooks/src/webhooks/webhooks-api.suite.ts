import type { Principal } from '@plaudit/contracts';
import type { HttpResult } from '@plaudit/testing';
import { startWebhooksWorld, WEBHOOKS, type WebhooksWorld } from '../webhooks-world.suite';

export const EVENTS = ['review.created'];

/** Calls the webhooks API as any principal, with loopback addresses refused. */
export class WebhooksApi {
  private account = 100;

  private constructor(readonly world: WebhooksWorld) {}

  static async start(): Promise<WebhooksApi> {
    const settings = {
      ALLOW_LOOPBACK: 'false',
      OUTBOUND_DENY_CIDRS: '9.9.9.0/24',
      OUTBOUND_DENY_HOSTS: '.denied.example',
    };
    return new WebhooksApi(await startWebhooksWorld(settings));
  }

  /** Returns a caller of a new account, so that no test sees the webhooks of another. */
  main(overrides: Partial<Principal> = {}): Partial<Principal> {
    return { account_id: ++this.account, sub_account_id: 11, main: true, ...overrides };
  }

  add(as: Partial<Principal>, body: object): Promise<HttpResult> {
    return this.world.as(as).post('webhooks', `${WEBHOOKS}/add`, { body });
  }

  get(as: Partial<Principal>, path: string): Promise<HttpResult> {
    return this.world.as(as).get('webhooks', `${WEBHOOKS}/${path}`);
  }

  put(as: Partial<Principal>, id: number, body: object): Promise<HttpResult> {
    return this.world.as(as).put('webhooks', `${WEBHOOKS}/update/${id}`, { body });
  }

  delete(as: Partial<Principal>, id: number): Promise<HttpResult> {
    return this.world.as(as).delete('webhooks', `${WEBHOOKS}/delete/${id}`);
  }

  close(): Promise<void> {
    return this.world.close();
  }
}
