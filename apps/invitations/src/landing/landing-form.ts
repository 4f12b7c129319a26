import { escapeHtml } from '@plaudit/runtime';
import {
  type FormFault,
  type FormField,
  type FormInput,
  MAX_ANSWER_NAME,
  MAX_ANSWER_TEXT,
} from './answer-form';
import type { Texts } from './shell/texts';

export interface LandingForm {
  /** The path to which the form is sent. */
  action: string;
  input: FormInput;
  faults: readonly FormFault[];
  consentText: string;
}

const STARS = [1, 2, 3, 4, 5] as const;
const STAR =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m12 2.6 2.9 5.9 6.5.95-4.7 4.6 1.1 6.45L12 17.45 6.2 20.5l1.1-6.45-4.7-4.6 6.5-.95z"/></svg>';

/** The element that a link in the list of faults leads to. */
const TARGETS: Readonly<Record<FormField, string>> = {
  rating: 'rating-1',
  text: 'text',
  name: 'name',
  consent: 'consent',
};

/** Returns the HTML of the form for a review. It works without a script. */
export function formHtml(form: LandingForm, texts: Texts): string[] {
  const { action, input, faults } = form;
  return [
    `<section aria-labelledby="form-heading"><h2 id="form-heading">${escapeHtml(texts('form_heading'))}</h2>`,
    `<form method="post" action="${escapeHtml(action)}" novalidate>`,
    ...alertHtml(faults, texts),
    ...ratingHtml(input, faults, texts),
    ...textHtml(input, faults, texts),
    ...nameHtml(input, faults, texts),
    ...consentHtml(form, texts),
    `<div class="trap" aria-hidden="true"><label>${escapeHtml(texts('trap'))} <input type="text" name="homepage" tabindex="-1" autocomplete="off"></label></div>`,
    `<button type="submit">${escapeHtml(texts('submit'))}</button>`,
    '</form></section>',
  ];
}

function alertHtml(faults: readonly FormFault[], texts: Texts): string[] {
  if (faults.length === 0) return [];
  const items = faults.map(
    ({ field, key }) => `<li><a href="#${TARGETS[field]}">${escapeHtml(texts(key))}</a></li>`,
  );
  return [
    `<div class="alert" role="alert" tabindex="-1" autofocus><p>${escapeHtml(texts('faults'))}</p><ul>`,
    ...items,
    '</ul></div>',
  ];
}

function ratingHtml({ rating }: FormInput, faults: readonly FormFault[], texts: Texts): string[] {
  const stars = STARS.map((star) => {
    const label = escapeHtml(texts('rating_of', { rating: String(star) }));
    const checked = rating === String(star) ? ' checked' : '';
    return `<label class="star"><input type="radio" name="rating" id="rating-${star}" value="${star}" required${checked}><span class="vh">${label}</span>${STAR}</label>`;
  });
  return [
    `<fieldset class="field"${described('rating', faults)}><legend>${escapeHtml(texts('rating'))}</legend>`,
    `<div class="stars">${stars.join('')}</div>`,
    `<div class="ends" aria-hidden="true"><span>${escapeHtml(texts('lowest'))}</span><span>${escapeHtml(texts('highest'))}</span></div>`,
    ...faultHtml('rating', faults, texts),
    '</fieldset>',
  ];
}

function textHtml({ text }: FormInput, faults: readonly FormFault[], texts: Texts): string[] {
  return [
    `<div class="field"><label class="label" for="text">${escapeHtml(texts('text'))}</label>`,
    // A browser drops the first line feed of a textarea.
    `<textarea id="text" name="text" rows="6" maxlength="${MAX_ANSWER_TEXT}" required${invalid('text', faults)}>\n${escapeHtml(text)}</textarea>`,
    ...faultHtml('text', faults, texts),
    '</div>',
  ];
}

function nameHtml({ name }: FormInput, faults: readonly FormFault[], texts: Texts): string[] {
  return [
    `<div class="field"><label class="label" for="name">${escapeHtml(texts('name'))}</label>`,
    `<input type="text" id="name" name="name" value="${escapeHtml(name)}" maxlength="${MAX_ANSWER_NAME}" autocomplete="name" required${invalid('name', faults, 'name-hint')}>`,
    `<p class="hint" id="name-hint">${escapeHtml(texts('name_hint'))}</p>`,
    ...faultHtml('name', faults, texts),
    '</div>',
  ];
}

function consentHtml({ input, faults, consentText }: LandingForm, texts: Texts): string[] {
  const checked = input.consent ? ' checked' : '';
  return [
    '<div class="field"><div class="check">',
    `<input type="checkbox" id="consent" name="consent" value="1" required${checked}${invalid('consent', faults)}>`,
    `<label for="consent">${escapeHtml(consentText)}</label></div>`,
    ...faultHtml('consent', faults, texts),
    '</div>',
  ];
}

function faultHtml(field: FormField, faults: readonly FormFault[], texts: Texts): string[] {
  const fault = faults.find((one) => one.field === field);
  return fault ? [`<p class="fault" id="${field}-fault">${escapeHtml(texts(fault.key))}</p>`] : [];
}

/** Returns the attributes that connect a field with its fault and its hint. */
function invalid(field: FormField, faults: readonly FormFault[], hint = ''): string {
  const isInvalid = faults.some((fault) => fault.field === field);
  const ids = [isInvalid ? `${field}-fault` : '', hint].filter(Boolean).join(' ');
  return (isInvalid ? ' aria-invalid="true"' : '') + (ids ? ` aria-describedby="${ids}"` : '');
}

/** A group of radio buttons has no state of its own. */
function described(field: FormField, faults: readonly FormFault[]): string {
  return faults.some((fault) => fault.field === field) ? ` aria-describedby="${field}-fault"` : '';
}
