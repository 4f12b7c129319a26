import { ownValue } from '@plaudit/contracts';
import { readPersonName, truncate } from '@plaudit/runtime';
import { type MessageInput, senderName } from './message';
import { fill, type ValueOf } from './placeholders';
import { wordingOf } from './wording';

/** Returns what the variables of texts mean in a message. An unknown variable is empty. */
export function messageValues(input: MessageInput): ValueOf {
  const { settings } = input;
  const plain = plainValues(input);
  const texts: Readonly<Record<string, string>> = {
    heading: settings.heading,
    body: settings.body,
    button_text: settings.button_text,
    signature: settings.signature,
  };
  // A text that is inserted into another one has only plain values, so that no text contains itself.
  return (variable, beginsSentence) => {
    const text = ownValue(texts, variable);
    return text === undefined ? plain(variable, beginsSentence) : fill(text, plain);
  };
}

/** Returns the same values for a text message. No value except an address makes it much longer. */
export function smsValues(input: MessageInput): ValueOf {
  const valueOf = messageValues(input);
  return (variable, beginsSentence) => {
    const value = valueOf(variable, beginsSentence);
    return variable.endsWith('_url') ? value : truncate(value, MAX_SMS_VALUE);
  };
}

const MAX_SMS_VALUE = 60;

function plainValues(input: MessageInput): ValueOf {
  const { settings, name, data, business, links, step, now } = input;
  const person = readPersonName(name);
  const values: Readonly<Record<string, string>> = {
    name: person?.full ?? '',
    business_name: business.name,
    from_name: senderName(input),
    review_url: links.review,
    unsubscribe_url: links.unsubscribe,
    logo_url: settings.logo_url ?? '',
    color: settings.color,
    footer_address: settings.footer_address,
    step: String(step),
    year: String(now.getUTCFullYear()),
  };
  return (variable, beginsSentence) => {
    if (variable === 'first_name') {
      if (person?.first) return person.first;
      // "There, how was it?" would name a place. Without the word, the sentence begins with its next one.
      return beginsSentence ? '' : wordingOf(settings.language).words.first_name;
    }
    if (!variable.startsWith('data.')) return ownValue(values, variable) ?? '';
    return String(ownValue(data, variable.slice('data.'.length)) ?? '');
  };
}
