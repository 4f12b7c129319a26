import { Injectable } from '@nestjs/common';
import { readPersonName } from '@plaudit/runtime';
import { linkIndexOf } from '../channels/review-targets';
import type { Visitor } from '../hits/hit';
import { HitsService } from '../hits/hits.service';
import { MessageLinksService } from '../links/message-links.service';
import { type FormFault, type FormInput, readAnswer, readForm } from './answer-form';
import { AnswersService } from './answers.service';
import { landingPage, type LandingSite, thanksPage } from './landing-page';
import { addressOf, LandingVisitsService, type Visit } from './landing-visits.service';
import { brandOf } from './shell/brand';
import type { Page } from './shell/page';

export type LandingView =
  { kind: 'missing' } | { kind: 'redirect'; url: string } | { kind: 'page'; page: Page; valid: boolean };

const MISSING: LandingView = { kind: 'missing' };
/** The index of the link to `review_url`, which replaces the channels. */
const OTHER_URL_INDEX = 1;

/** Where the links in messages lead: to the one target, or to a page that lists all of them equally. */
@Injectable()
export class LandingService {
  constructor(
    private readonly visits: LandingVisitsService,
    private readonly hits: HitsService,
    private readonly links: MessageLinksService,
    private readonly answers: AnswersService,
  ) {}

  /** Follows a link. Records the hit, unless nobody in particular followed it. */
  async open(token: string, visitor: Visitor | null): Promise<LandingView> {
    const view = await this.visits.within(token, async (tx, visit): Promise<LandingView> => {
      if (visitor) await this.hits.record(tx, visit.link, visit.settings, visitor);
      const url = addressOf(visit);
      if (url !== null) return { kind: 'redirect', url: new URL(url).href };
      return this.show(visit, await this.answers.isAnswered(tx, visit.message));
    });
    return view ?? MISSING;
  }

  /** Takes the form. Of several answers to one invitation, the first counts. */
  async answer(token: string, body: Buffer): Promise<LandingView> {
    const input = readForm(body);
    const view = await this.visits.within(token, async (tx, visit) => {
      if (!visit.settings.direct_form.enabled) return this.show(visit, false);
      // Only programs fill in what they cannot see. They get the answer that they expect.
      if (input.trap !== '') return this.show(visit, true);
      const read = readAnswer(input);
      if ('faults' in read) {
        const answered = await this.answers.isAnswered(tx, visit.message);
        return this.show(visit, answered, { input, faults: read.faults });
      }
      await this.answers.take(tx, visit, read.answer, visit.settings.direct_form.consent_text);
      return this.show(visit, true);
    });
    return view ?? MISSING;
  }

  private show(
    visit: Visit,
    answered: boolean,
    sent: { input: FormInput; faults: readonly FormFault[] } | null = null,
  ): LandingView {
    const { settings, message, token } = visit;
    const shared = {
      brand: brandOf(visit),
      sites: this.sitesOf(visit),
      footerAddress: settings.footer_address,
      unsubscribePath: this.links.pathOf({ kind: 'unsubscribe', requestId: message.id, index: 0 }),
    };
    if (settings.direct_form.enabled && answered) {
      return { kind: 'page', page: thanksPage(shared), valid: true };
    }
    const empty = {
      rating: '',
      text: '',
      name: readPersonName(message.name)?.full ?? '',
      consent: false,
      trap: '',
    };
    const form = {
      action: `/i/${token}`,
      input: sent?.input ?? empty,
      faults: sent?.faults ?? [],
      consentText: settings.direct_form.consent_text,
    };
    const page = landingPage({ ...shared, form: settings.direct_form.enabled ? form : null });
    return { kind: 'page', page, valid: form.faults.length === 0 };
  }

  /** The links count clicks where the settings want that. */
  private sitesOf({ message, settings, targets }: Visit): LandingSite[] {
    const href = (index: number, url: string): string =>
      settings.tracking.clicks
        ? this.links.pathOf({ kind: 'review', requestId: message.id, index })
        : new URL(url).href;
    const { channels, otherUrl } = targets;
    if (otherUrl !== null) {
      return [{ label: new URL(otherUrl).hostname, name: '', href: href(OTHER_URL_INDEX, otherUrl) }];
    }
    return channels.map(({ id, label, name, url }) => ({ label, name, href: href(linkIndexOf(id), url) }));
  }
}
