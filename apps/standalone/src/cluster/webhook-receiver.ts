import { verifyWebhook } from '@plaudit/client';
import { type FixtureServer, type RecordedRequest, startFixtureServer } from '@plaudit/testing';

/** A customer's endpoint. It verifies each delivery and keeps the ids of the events that it has received. */
export class WebhookReceiver {
  /** How often each event was received, by its id. */
  readonly received = new Map<string, number>();
  /** Deliveries whose signature was not valid. */
  readonly refused: string[] = [];
  private secret = '';

  private constructor(private readonly server: FixtureServer) {}

  static async start(): Promise<WebhookReceiver> {
    const server = await startFixtureServer();
    const receiver = new WebhookReceiver(server);
    server.handle(async (request) => receiver.receive(request));
    return receiver;
  }

  get url(): string {
    return `${this.server.url}/hook`;
  }

  /** Its host and port. */
  get host(): string {
    return new URL(this.server.url).host;
  }

  /** Sets the secret that the product gave to the webhook. */
  trust(secret: string): void {
    this.secret = secret;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private async receive({ headers, body }: RecordedRequest): Promise<{ status: number }> {
    // A long run would keep the bodies of all requests.
    this.server.requests.length = 0;
    const { secret } = this;
    try {
      const signature = String(headers['x-service-signature']);
      const { id } = await verifyWebhook({ signature, body, secret });
      this.received.set(id, (this.received.get(id) ?? 0) + 1);
      return { status: 204 };
    } catch (error) {
      this.refused.push((error as Error).message);
      return { status: 401 };
    }
  }
}
