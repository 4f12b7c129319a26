import type { AccountFacts, ChannelFact, CrawlFact, ReviewFact } from './account-facts.suite';
import { PLATFORMS, TAGS } from '../random/random-account.suite';
import type { InvitationFact } from './invitation-facts.suite';

/** What a client asks for. Without a list, everything of the main sub account counts. */
export interface Question {
  sub_accounts?: 'all' | number[];
  channels?: number[];
  groups?: number[];
  type?: number;
}

/** The records of an account that a question is about. */
export class Selection {
  constructor(
    readonly facts: AccountFacts,
    private readonly question: Question,
  ) {}

  /** The question as the query of a report. */
  query(): Record<string, string> {
    return queryOf(this.question);
  }

  /** The question as the query of a report that knows no channels. */
  subAccountsQuery(): Record<string, string> {
    return queryOf({ sub_accounts: this.question.sub_accounts });
  }

  /** The reviews of the platform, also those that outlived their channel. */
  reviews(): ReviewFact[] {
    const { channels, groups, type } = this.question;
    return this.facts.reviews
      .filter(({ sub_account_id }) => this.asks(sub_account_id))
      .filter(({ channel_id }) => !channels || channels.includes(channel_id ?? 0))
      .filter(({ channel_id }) => !groups || groups.includes(this.channel(channel_id)?.group ?? 0))
      .filter((review) => !type || typeIdOf(review) === type);
  }

  /** The id of a tag of the account. */
  tagId(tag: number): number {
    return this.facts.account_id + TAGS.indexOf(tag);
  }

  crawls(): CrawlFact[] {
    return this.facts.crawls.filter(({ channel }) => this.selects(channel));
  }

  /** Invitations belong to no channel, so only the sub accounts select them. */
  invitations(): InvitationFact[] {
    return this.facts.invitations.filter(({ sub_account_id }) => this.asks(sub_account_id));
  }

  channels(): ChannelFact[] {
    return this.facts.channels.filter((channel) => !channel.deleted && this.selects(channel));
  }

  private selects({ id, sub_account_id, group, type_id }: ChannelFact): boolean {
    const { channels, groups, type } = this.question;
    return (
      this.asks(sub_account_id) &&
      (!channels || channels.includes(id)) &&
      (!groups || groups.includes(group ?? 0)) &&
      (!type || type === type_id)
    );
  }

  private asks(subAccountId: number): boolean {
    const { sub_accounts = [this.facts.sub_account_ids[0]] } = this.question;
    return sub_accounts === 'all' || sub_accounts.includes(subAccountId);
  }

  labelOf({ channel_id, label }: ReviewFact): string {
    return this.channel(channel_id)?.label ?? label;
  }

  private channel(id: number | null): ChannelFact | undefined {
    return this.facts.channels.find((channel) => channel.id === id);
  }
}

/** Returns the fields that are defined, as text. */
export function queryOf(fields: object): Record<string, string> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function typeIdOf({ type }: ReviewFact): number | undefined {
  return PLATFORMS.find((platform) => platform.type === type)?.type_id;
}
