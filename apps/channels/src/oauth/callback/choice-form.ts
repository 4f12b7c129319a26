/** Fields of the form in which the user chooses what to connect. */
export const TOKEN_FIELD = 'token';
export const CHOSEN_FIELD = 'location';

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
/** 500 ids of 200 characters, each percent-encoded. */
const MAX_FORM = 384 * 1024;

/** What the user sent with the form. */
export interface ChoiceForm {
  token: string;
  chosen: string[];
}

/** Reads the form. Returns null for a body of another type, or a longer one than our page sends. */
export function choiceFormOf(contentType: string | undefined, body: Buffer): ChoiceForm | null {
  if (!FORM.test(contentType ?? '') || body.length > MAX_FORM) return null;
  const fields = new URLSearchParams(body.toString('utf8'));
  return { token: fields.get(TOKEN_FIELD) ?? '', chosen: fields.getAll(CHOSEN_FIELD) };
}
