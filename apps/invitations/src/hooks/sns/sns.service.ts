import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { OutboundError } from '@plaudit/outbound';
import { Clock } from '@plaudit/runtime';
import { notSigned } from '../hook-errors';
import type { HookRequest } from '../hook-request';
import {
  isCertificateUrl,
  isRecent,
  isSignedBy,
  isSnsUrl,
  readSnsMessage,
  type SnsMessage,
} from './sns-message';
import { SnsClient } from './sns.client';

/** Amazon changes a certificate about once a year, and has one for each region. */
const MAX_CERTIFICATES = 20;

/** Checks the messages of Amazon's topics, and confirms the subscriptions to those of the settings. */
@Injectable()
export class SnsService {
  private readonly logger = new Logger(SnsService.name);
  private readonly certificates = new Map<string, string>();

  constructor(
    private readonly client: SnsClient,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the text that was published to one of the topics, or null for a confirmation. Throws 403 for a message of another
   * topic, for one without a valid signature and for one that is older than an hour.
   */
  async open(request: HookRequest, topics: readonly string[]): Promise<string | null> {
    if (topics.length === 0) throw notSigned();
    const message = readSnsMessage(request);
    if (!topics.includes(message.topicArn) || !(await this.isGenuine(message))) throw notSigned();
    if (message.type === 'Notification') return message.message;
    if (message.type === 'SubscriptionConfirmation') await this.confirm(message);
    return null;
  }

  /** The topic, the host and the time are checked first, so that strangers cause no requests. */
  private async isGenuine(message: SnsMessage): Promise<boolean> {
    const at = this.clock.now();
    const { certificateUrl } = message;
    if (!isRecent(message, at) || !isCertificateUrl(certificateUrl)) return false;
    const known = this.certificates.get(certificateUrl);
    if (known !== undefined) return isSignedBy(message, known, at);
    const fetched = await this.get(certificateUrl);
    if (fetched === null || !isSignedBy(message, fetched, at)) return false;
    if (this.certificates.size >= MAX_CERTIFICATES) this.certificates.clear();
    this.certificates.set(certificateUrl, fetched);
    return true;
  }

  private async confirm({ subscribeUrl, topicArn }: SnsMessage): Promise<void> {
    if (subscribeUrl === null || !isSnsUrl(subscribeUrl)) throw notSigned();
    if ((await this.get(subscribeUrl)) === null) throw unavailable();
    this.logger.log({ message: 'Confirmed the subscription to a topic of Amazon SNS', topic: topicArn });
  }

  private async get(url: string): Promise<string | null> {
    try {
      return await this.client.get(url);
    } catch (error) {
      if (error instanceof OutboundError) throw unavailable();
      throw error;
    }
  }
}

/** Amazon repeats the message later. */
function unavailable(): ApiError {
  return new ApiError('upstream_unavailable', 'Amazon SNS could not be reached; the message is taken later.');
}
