/** What a POST to a link for unsubscribing asks for. */
export type UnsubscribeAction =
  /** The one-click request of a mail program, or anything else that is no form of our page. */
  'one_click' | 'confirm' | 'undo';

/** The page's form has this field. Its value is the action. */
export const ACTION_FIELD = 'action';

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
/** The forms of our pages are shorter. */
const MAX_FORM = 200;

/**
 * Returns what a POST asks for. Mail programs send `List-Unsubscribe=One-Click` urlencoded or as multipart, and some send
 * something else, so whatever is not a form of our page counts as one click.
 */
export function actionOf(contentType: string | undefined, body: Buffer): UnsubscribeAction {
  if (!FORM.test(contentType ?? '') || body.length > MAX_FORM) return 'one_click';
  const fields = new URLSearchParams(body.toString('utf8'));
  const action = fields.get(ACTION_FIELD);
  return action === 'confirm' || action === 'undo' ? action : 'one_click';
}
