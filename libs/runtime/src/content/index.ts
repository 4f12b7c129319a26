/**
 * The rules for text, dates and URLs of reviews, without the rest of this library. A worker thread that reads pages loads
 * only this part: the whole library takes two seconds and 130 MB more.
 */
export { boundOf, endOf } from './date-bounds';
export { escapeHtml } from './escape-html';
export { mediaSource } from './media-source';
export { originalText } from './original-text';
export { cleanLine, cleanText, type Decodings, plainLine, plainText, tidyText, truncate } from './plain-text';
export {
  atOffset,
  DATE_ORDERS,
  type DateOrder,
  isPlausibleReviewDate,
  parseReviewDate,
  reviewDate,
  reviewDatePrecision,
  utcDate,
} from './review-date';
export { isWebUrl, IsWebUrl, MAX_URL, webUrl } from './web-url';
