import { parseJson, textAt } from '../hook-request';
import { answers, type SmsReport } from './sms-report';

/** Reads a two-way message of Amazon, which arrives as a notification of a topic. Throws 400 for text that is no JSON. */
export function awsAnswers(message: string): SmsReport[] {
  const body = parseJson(message);
  return answers(textAt(body, 'originationNumber'), textAt(body, 'messageBody'));
}
