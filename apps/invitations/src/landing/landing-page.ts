import { escapeHtml } from '@plaudit/runtime';
import { formHtml, type LandingForm } from './landing-form';
import { initialOf, type Page, type PageBrand, pageOf, TICK } from './shell/page';
import { type TextKey, type Texts, textsOf } from './shell/texts';

/** A site on which a review can be written. */
export interface LandingSite {
  label: string;
  /** What the business is called there. */
  name: string;
  href: string;
}

interface LandingInput {
  brand: PageBrand;
  /** Every site, in the order of the setting. All of them look the same. */
  sites: readonly LandingSite[];
  /** Null if the settings have no form. */
  form: LandingForm | null;
  footerAddress: string;
  unsubscribePath: string;
}

const CHEVRON =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m9 6 6 6-6 6"/></svg>';

/** Returns the page on which a recipient chooses where to write a review. It is the same page for everybody. */
export function landingPage(input: LandingInput): Page {
  const { brand, sites, form } = input;
  const texts = textsOf(brand.language);
  const business = brand.businessName;
  const faults = form && form.faults.length > 0 ? `${texts('faults')} ` : '';
  return pageOf({
    brand,
    title: `${faults}${texts('title', { business })}`,
    body: [
      `<h1>${escapeHtml(texts('heading', { business }))}</h1>`,
      `<p class="lead">${escapeHtml(texts(leadOf(input)))}</p>`,
      ...(form ? formHtml(form, texts) : []),
      ...sitesHtml(sites, texts(form ? 'other_sites' : 'sites', { business }), form === null),
    ],
    footer: footerOf(input, texts),
  });
}

/** Returns the page after the form was sent. */
export function thanksPage(input: Omit<LandingInput, 'form'>): Page {
  const { brand, sites } = input;
  const texts = textsOf(brand.language);
  const business = brand.businessName;
  return pageOf({
    brand,
    title: texts('thanks_heading'),
    body: [
      TICK,
      `<h1>${escapeHtml(texts('thanks_heading'))}</h1>`,
      `<p class="lead">${escapeHtml(texts('thanks', { business }))}</p>`,
      ...sitesHtml(sites, texts('thanks_sites')),
    ],
    footer: footerOf(input, texts),
  });
}

function leadOf({ sites, form }: LandingInput): TextKey {
  if (form) return 'lead_form';
  return sites.length > 0 ? 'lead_channels' : 'lead_nothing';
}

/** `isOnly` hides the heading from view, because the lead above says the same. */
function sitesHtml(sites: readonly LandingSite[], heading: string, isOnly = false): string[] {
  if (sites.length === 0) return [];
  const items = sites.map(
    ({ label, name, href }) =>
      `<li><a class="site" href="${escapeHtml(href)}" rel="nofollow noopener noreferrer"><span class="mark" aria-hidden="true">${escapeHtml(initialOf(label))}</span><span class="words"><strong>${escapeHtml(label)}</strong>${name === '' ? '' : `<small>${escapeHtml(name)}</small>`}</span>${CHEVRON}</a></li>`,
  );
  return [
    `<section aria-labelledby="sites-heading"><h2 id="sites-heading"${isOnly ? ' class="vh"' : ''}>${escapeHtml(heading)}</h2>`,
    '<ul class="sites">',
    ...items,
    '</ul></section>',
  ];
}

function footerOf({ footerAddress, unsubscribePath }: Omit<LandingInput, 'form'>, texts: Texts): string[] {
  const address = footerAddress === '' ? [] : [`<div>${escapeHtml(footerAddress)}</div>`];
  return [...address, `<a href="${escapeHtml(unsubscribePath)}">${escapeHtml(texts('stop'))}</a>`];
}
